package io.landbridge.migrate.rule;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The MigrationRule of one consumer, {@code APPLICATION.migration} in the group {@code
 * DUBBO_SERVICEDISCOVERY_MIGRATION}. We write entries under {@code interfaces} and nothing else;
 * which ones are ours is said in a comment in the first line. What others wrote stays, but for its
 * comments and layout.
 *
 * @param text the YAML
 * @param conflicts services that somebody else has an entry for, which therefore were left alone
 * @param completed services whose consumer uses the application level alone already, which
 *     therefore were left alone
 */
public record RuleText(String text, List<String> conflicts, List<String> completed) {

  private static final String MARK = "# landbridge:";
  private static final String INTERFACES = "interfaces";
  private static final String SERVICE_KEY = "serviceKey";
  private static final int MAX_CHARS = 256 * 1024;
  private static final int ALL_CALLS = 100;

  private static final ObjectMapper YAML =
      YAMLMapper.builder(
              YAMLFactory.builder()
                  .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                  .disable(YAMLGenerator.Feature.SPLIT_LINES)
                  .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                  .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** Copies the list. */
  public RuleText {
    conflicts = List.copyOf(conflicts);
    completed = List.copyOf(completed);
  }

  private static RuleText unchanged(String text) {
    return new RuleText(text, List.of(), List.of());
  }

  /**
   * Tells a consumer what to do for some services; what it was told for others stays. Nobody is
   * told less than before: what is there may be further, by a run from elsewhere. Whom {@link
   * #back} took back begins anew.
   *
   * @param existing what is there now
   * @param consumer the consumer's application
   * @param rules what it is told; for none what is there stays as it is
   * @throws MalformedRuleException if what is there is no rule
   */
  public static RuleText with(
      Optional<String> existing, String consumer, Collection<ServiceRule> rules)
      throws MalformedRuleException {
    Draft draft = new Draft(existing, consumer);
    if (rules.isEmpty()) {
      return unchanged(existing.orElse(""));
    }
    rules.forEach(draft::tell);
    return draft.finish();
  }

  /**
   * Takes a consumer back to the interface level for some services, as far as their entries are
   * ours. They are told so, not forgotten: without an entry a consumer of Dubbo 3 would go to the
   * application level by itself.
   *
   * @param existing what is there now; empty gives an empty text, for there is nothing to take back
   * @param services {@code interface[:version]}
   * @throws MalformedRuleException if what is there is no rule
   */
  public static RuleText back(
      Optional<String> existing, String consumer, Collection<String> services)
      throws MalformedRuleException {
    if (existing.isEmpty()) {
      return unchanged("");
    }
    Draft draft = new Draft(existing, consumer);
    boolean any = false;
    for (String each : new TreeSet<>(services)) {
      any |= draft.takeBack(each);
    }
    return any ? draft.finish() : new RuleText(existing.get(), draft.conflicts, draft.completed);
  }

  /**
   * The share of calls that a consumer is told to send to the application level, in percent: the
   * lowest of some services, but for those that somebody else has an entry for; 0 for one without
   * an entry, or if there is nothing of ours.
   *
   * @throws MalformedRuleException if what is there is no rule
   */
  public static int proportion(
      Optional<String> existing, String consumer, Collection<String> services)
      throws MalformedRuleException {
    return new Draft(existing, consumer).proportion(services);
  }

  /** The services whose entries are ours, sorted; none where there is no rule of ours. */
  public static SortedSet<String> ours(Optional<String> existing) {
    SortedSet<String> ours = new TreeSet<>();
    for (String line : existing.orElse("").lines().toList()) {
      if (line.startsWith(MARK)) {
        for (String each : line.substring(MARK.length()).trim().split(",", -1)) {
          if (!each.isBlank()) {
            ours.add(each.trim());
          }
        }
      }
    }
    return ours;
  }

  /**
   * What others wrote into a rule, as {@code service: step}, and {@code field: value} for what they
   * say of all services; none where all of it is ours.
   *
   * @throws MalformedRuleException if what is there is no rule
   */
  public static List<String> others(Optional<String> existing, String consumer)
      throws MalformedRuleException {
    Draft draft = new Draft(existing, consumer);
    List<String> others = new ArrayList<>();
    draft
        .root
        .fields()
        .forEachRemaining(
            field -> {
              if (!field.getKey().equals("key") && !field.getKey().equals(INTERFACES)) {
                others.add(
                    field.getKey()
                        + ": "
                        + (field.getValue().isValueNode() ? field.getValue().asText() : "..."));
              }
            });
    draft.others.forEach(
        each ->
            others.add(
                each.path(SERVICE_KEY).asText("?") + ": " + each.path("step").asText("no step")));
    return others;
  }

  /**
   * How long the consumer waits at most before it does what our entries for some services say.
   *
   * @param services {@code interface[:version]}
   * @throws MalformedRuleException if what is there is no rule
   */
  public static int delaySeconds(
      Optional<String> existing, String consumer, Collection<String> services)
      throws MalformedRuleException {
    Draft draft = new Draft(existing, consumer);
    int longest = 0;
    for (String each : services) {
      JsonNode entry = draft.entries.get(each);
      longest = Math.max(longest, entry == null ? 0 : entry.path("delay").asInt(0));
    }
    return longest;
  }

  /** One rule while it is changed. */
  private static final class Draft {

    private final ObjectNode root;
    private final SortedSet<String> ours;
    private final List<JsonNode> others = new ArrayList<>();
    private final SortedMap<String, JsonNode> entries = new TreeMap<>();
    private final SortedSet<String> taken = new TreeSet<>();
    private final List<String> conflicts = new ArrayList<>();
    private final List<String> completed = new ArrayList<>();

    Draft(Optional<String> existing, String consumer) throws MalformedRuleException {
      this.root = parse(existing.orElse(""));
      this.ours = RuleText.ours(existing);
      if (!root.hasNonNull("key")) {
        root.put("key", consumer);
      }
      JsonNode present = root.path(INTERFACES);
      if (!present.isMissingNode() && !present.isNull() && !present.isArray()) {
        throw new MalformedRuleException("'interfaces' is no list");
      }
      for (JsonNode each : present) {
        String key = each.path(SERVICE_KEY).asText("");
        if (ours.contains(key)) {
          entries.put(key, each);
        } else {
          others.add(each);
          taken.add(key);
        }
      }
    }

    private static ObjectNode parse(String text) throws MalformedRuleException {
      if (text.length() > MAX_CHARS) {
        throw new MalformedRuleException("it is longer than %d characters".formatted(MAX_CHARS));
      }
      if (text.lines().allMatch(line -> line.isBlank() || line.startsWith("#"))) {
        return YAML.createObjectNode();
      }
      if (hasReferences(text)) {
        throw new MalformedRuleException(
            "it has anchors (&) or aliases (*), which would be lost: write them out");
      }
      try {
        if (YAML.readTree(text) instanceof ObjectNode object) {
          return object;
        }
        throw new MalformedRuleException("it is no YAML mapping");
      } catch (JsonProcessingException e) {
        throw new MalformedRuleException(
            "it is no YAML: " + e.getOriginalMessage().lines().findFirst().orElse(""));
      }
    }

    /** They would be written again as plain text, which is something else. */
    private static boolean hasReferences(String text) {
      try (YAMLParser parser = (YAMLParser) YAML.getFactory().createParser(text)) {
        while (parser.nextToken() != null) {
          if (parser.isCurrentAlias() || parser.getObjectId() != null) {
            return true;
          }
        }
      } catch (Exception e) {
        // Whoever reads it next says what is wrong with it.
        return false;
      }
      return false;
    }

    void tell(ServiceRule rule) {
      if (taken.contains(rule.serviceKey())) {
        conflicts.add(rule.serviceKey());
        return;
      }
      @Nullable JsonNode before = entries.get(rule.serviceKey());
      if (step(before).equals(ServiceRule.FORCE_APPLICATION)
          && !rule.step().equals(ServiceRule.FORCE_APPLICATION)) {
        completed.add(rule.serviceKey());
        return;
      }
      ours.add(rule.serviceKey());
      entries.put(
          rule.serviceKey(),
          YAML.createObjectNode()
              .put(SERVICE_KEY, rule.serviceKey())
              .put("step", rule.step())
              .put("threshold", rule.threshold())
              .put("proportion", Math.max(rule.proportion(), proportion(before)))
              .put("delay", rule.delaySeconds()));
    }

    int proportion(Collection<String> services) {
      return services.stream()
          .filter(each -> !taken.contains(each))
          .mapToInt(each -> proportion(entries.get(each)))
          .min()
          .orElse(0);
    }

    /** Where it is not said Dubbo takes all calls. */
    private static int proportion(@Nullable JsonNode entry) {
      return entry == null || step(entry).equals(ServiceRule.FORCE_INTERFACE)
          ? 0
          : Math.max(0, Math.min(ALL_CALLS, entry.path("proportion").asInt(ALL_CALLS)));
    }

    private static String step(@Nullable JsonNode entry) {
      return entry == null ? "" : entry.path("step").asText("");
    }

    boolean takeBack(String service) {
      JsonNode entry = entries.get(service);
      if (entry == null) {
        if (taken.contains(service)) {
          conflicts.add(service);
        }
        return false;
      }
      entries.put(
          service,
          YAML.createObjectNode()
              .put(SERVICE_KEY, service)
              .put("step", ServiceRule.FORCE_INTERFACE)
              .put("delay", entry.path("delay").asInt(0)));
      return true;
    }

    RuleText finish() {
      ArrayNode list = YAML.createArrayNode();
      others.forEach(list::add);
      entries.values().forEach(list::add);
      root.set(INTERFACES, list);
      try {
        return new RuleText(
            MARK + " " + String.join(",", ours) + "\n" + YAML.writeValueAsString(root),
            conflicts,
            completed);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("a tree can always be written", e);
      }
    }
  }
}
