package io.landbridge.migrate.rule;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Reads and writes YAML with the library that consumers read their rules with, so that a value is
 * to us what it is to them: text that looks like a number, a date or a truth value is quoted.
 */
final class RuleYaml {

  private static final int MAX_DEPTH = 20;
  private static final String PLAIN = "._$:/-";

  /** Which text is a number, a date or a truth value; never changed. */
  private static final Resolver TYPES = new Resolver();

  private RuleYaml() {}

  /**
   * Reads a mapping; an empty one where there is nothing but comments.
   *
   * @throws MalformedRuleException if it is none, or has what cannot be written again
   */
  static Map<Object, @Nullable Object> read(String text) throws MalformedRuleException {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    options.setAllowRecursiveKeys(false);
    options.setNestingDepthLimit(MAX_DEPTH);
    try {
      SafeConstructor constructor = new SafeConstructor(options);
      constructor.setAllowDuplicateKeys(false);
      constructor.setComposer(
          new Composer(
              new WithoutAnchors(new ParserImpl(new StreamReader(text), options)), TYPES, options));
      Object root = constructor.getSingleData(Object.class);
      if (root == null) {
        return new LinkedHashMap<>();
      }
      if (root instanceof Map<?, ?> map) {
        return new LinkedHashMap<>(map);
      }
      throw new MalformedRuleException("not a YAML mapping");
    } catch (AnchorException e) {
      throw new MalformedRuleException(
          "anchors (&) and aliases (*) would be lost: replace them with their values");
    } catch (MarkedYAMLException e) {
      throw new MalformedRuleException(
          "not valid YAML: %s%s"
              .formatted(
                  e.getProblem(),
                  e.getProblemMark() == null
                      ? ""
                      : " in line %d".formatted(e.getProblemMark().getLine() + 1)));
    } catch (YAMLException | ClassCastException | IllegalArgumentException e) {
      throw new MalformedRuleException(
          "not valid YAML: " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
  }

  static String write(Map<Object, @Nullable Object> root) {
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(FlowStyle.BLOCK);
    options.setSplitLines(false);
    options.setAllowUnicode(false);
    options.setIndent(2);
    return new Yaml(new QuotingRepresenter(options), options).dump(root);
  }

  /** Takes no event that {@link #write} could not write again. */
  private static final class WithoutAnchors implements Parser {

    private final Parser parser;

    WithoutAnchors(Parser parser) {
      this.parser = parser;
    }

    @Override
    public boolean checkEvent(Event.ID choice) {
      return parser.checkEvent(choice);
    }

    @Override
    public Event peekEvent() {
      return checked(parser.peekEvent());
    }

    @Override
    public Event getEvent() {
      return checked(parser.getEvent());
    }

    private static Event checked(Event event) {
      if (event instanceof NodeEvent node && node.getAnchor() != null) {
        throw new AnchorException();
      }
      return event;
    }
  }

  /** Something has an anchor, or is an alias of what has one. */
  private static final class AnchorException extends YAMLException {

    private static final long serialVersionUID = 1L;

    AnchorException() {
      super("an anchor");
    }
  }

  /** Quotes every text but names that can be nothing else. */
  private static final class QuotingRepresenter extends Representer {

    QuotingRepresenter(DumperOptions options) {
      super(options);
      this.representers.put(
          String.class, data -> representScalar(Tag.STR, (String) data, style((String) data)));
    }

    private ScalarStyle style(String text) {
      boolean plain =
          !text.isEmpty()
              && Character.isLetter(text.charAt(0))
              && text.chars().allMatch(RuleYaml::isPlain)
              && !text.endsWith(":")
              && TYPES.resolve(NodeId.scalar, text, true).equals(Tag.STR);
      return plain ? ScalarStyle.PLAIN : ScalarStyle.DOUBLE_QUOTED;
    }

    @Override
    protected Node representMapping(Tag tag, Map<?, ?> mapping, FlowStyle style) {
      return super.representMapping(tag, mapping, FlowStyle.BLOCK);
    }
  }

  private static boolean isPlain(int each) {
    return (each >= '0' && each <= '9')
        || (each >= 'A' && each <= 'Z')
        || (each >= 'a' && each <= 'z')
        || PLAIN.indexOf(each) >= 0;
  }
}
