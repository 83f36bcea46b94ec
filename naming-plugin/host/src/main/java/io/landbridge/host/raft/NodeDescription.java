package io.landbridge.host.raft;

import com.alipay.sofa.jraft.util.Describer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The first lines of what a node of the server's Raft implementation prints about itself. It is the
 * only way to the term, and to the peers on a member that does not lead; a newer version may print
 * otherwise, and then they are not known.
 */
final class NodeDescription {

  private static final int ENOUGH_CHARS = 8 * 1024;
  private static final Pattern TERM = Pattern.compile("(?m)^term: (\\d+)\\s*$");
  private static final Pattern CONF =
      Pattern.compile("(?m)^conf: .*?\\bconf=([^\\s\\]]*), oldConf=");

  private final String text;

  NodeDescription(String text) {
    this.text = text;
  }

  static NodeDescription of(Describer node) {
    StringBuilder text = new StringBuilder();
    node.describe(new Beginning(text));
    return new NodeDescription(text.toString());
  }

  /** The election the node is in. */
  OptionalLong term() {
    Matcher term = TERM.matcher(text);
    try {
      return term.find() ? OptionalLong.of(Long.parseLong(term.group(1))) : OptionalLong.empty();
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** The peers of the node's configuration, as {@code ip:port}, without learners. */
  Optional<List<String>> peers() {
    Matcher conf = CONF.matcher(text);
    if (!conf.find() || conf.group(1).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Stream.of(conf.group(1).split(",")).filter(peer -> !peer.contains("/")).toList());
  }

  /** Keeps the beginning of what is printed. */
  private record Beginning(StringBuilder text) implements Describer.Printer {

    @Override
    public Describer.Printer print(Object part) {
      if (text.length() < ENOUGH_CHARS) {
        text.append(part);
      }
      return this;
    }

    @Override
    public Describer.Printer println(Object part) {
      print(part);
      return print("\n");
    }
  }
}
