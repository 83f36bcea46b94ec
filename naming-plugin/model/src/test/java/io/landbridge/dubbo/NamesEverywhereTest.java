package io.landbridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.json.InstanceJsonReader;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.LogText;
import io.landbridge.model.NameRules;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every kind of name, in every place it is used in, on every line of servers: it can stand in all
 * the places of the server that it is needed for, or it is a loss that names it and says what to
 * do. There is no third. What the servers take is written down here once more, as they were seen to
 * answer and as their sources say, not as {@link NameRules} has it.
 */
class NamesEverywhereTest {

  /** What is said of one name by those who named things without thinking of any server. */
  private static final List<String> NAMES =
      List.of(
          "orders",
          "team-orders",
          "a.b_c-d",
          "Prod-EU",
          "0",
          "null",
          "-",
          "_",
          ".",
          "..",
          "...",
          "../x",
          "/",
          "a/b",
          "a\\b",
          "a b",
          " lead",
          "trail ",
          "a,b",
          "*",
          "~",
          "a:b",
          ":",
          "a:b:c",
          "a@b",
          "@a",
          "a@@b",
          "a#b",
          "a?b",
          "a%b",
          "a;b",
          "a'b",
          "a\"b",
          "a|b",
          "a&b=c",
          "<a>",
          "a$b",
          "a___b",
          "a+b",
          "{a: b}",
          "é",
          "订单",
          "\ud83d\uded2",
          "a\nb",
          "a\tb",
          "a\u0000b",
          "a\u001b[31mb",
          "a\u0085b",
          "a\u2028b",
          "a\u202eb",
          "a\u00a0b",
          "\ud800",
          "providers:demo.Api::",
          "consumers:demo.Api::",
          "consumers:demo.Api",
          "routers:x",
          "configurators:a:b:c:d:e",
          "providers:",
          "providers",
          "mapping",
          "LANDBRIDGE",
          "public",
          "x".repeat(64),
          "x".repeat(65),
          "x".repeat(128),
          "x".repeat(129),
          "x".repeat(200),
          "x".repeat(201),
          "x".repeat(245),
          "x".repeat(250),
          "x".repeat(255),
          "x".repeat(256),
          "x".repeat(600),
          "订".repeat(85),
          "订".repeat(86),
          "é".repeat(128));

  /** Lines of servers that have the plugin. */
  private enum Line {
    NACOS_2(NameRules.NACOS_2, false, false),
    NACOS_3(NameRules.NACOS_3.checkingParameters(), true, true),
    NACOS_3_UNCHECKED(NameRules.NACOS_3, true, false);

    private final NameRules rules;
    private final boolean strict;
    private final boolean checked;

    Line(NameRules rules, boolean strict, boolean checked) {
      this.rules = rules;
      this.strict = strict;
      this.checked = checked;
    }

    boolean takesService(String name) {
      boolean shown = LogText.isPrintable(name) && !name.isBlank() && !name.contains("@@");
      return shown
          && name.length() <= 512
          && (!strict || !name.matches(".*[ \u4e00-\u9fa5].*|@.*"));
    }

    boolean takesId(String id) {
      return isFile(id)
          && (strict
              ? id.matches("[0-9A-Za-z._:-]{1,255}")
              : id.matches("[\\p{L}\\p{Nd}._:-]{1,255}"));
    }

    boolean takesNamespaceOfConfigurations(String id) {
      return isFile(id)
          && (checked
              ? id.matches("[0-9A-Za-z_-]{1,64}")
              : id.matches("[\\p{L}\\p{Nd}._:-]{1,128}"));
    }

    /** The server keeps a copy of every configuration on its disk. */
    private static boolean isFile(String id) {
      return !id.equals(".")
          && !id.equals("..")
          && id.getBytes(StandardCharsets.UTF_8).length <= 255;
    }
  }

  /** A place that somebody can put a name into. */
  private enum Place {
    APPLICATION_OF_INTERFACES(Loss.Kind.BAD_APPLICATION),
    APPLICATION_AS_SERVICE(Loss.Kind.BAD_APPLICATION),
    NAMESPACE_OF_INTERFACES(Loss.Kind.BAD_NAMESPACE),
    NAMESPACE_OF_APPLICATION(Loss.Kind.BAD_NAMESPACE),
    INTERFACE(Loss.Kind.BAD_SERVICE),
    VERSION(Loss.Kind.BAD_SERVICE),
    GROUP(Loss.Kind.BAD_SERVICE);

    private final Loss.Kind kind;

    Place(Loss.Kind kind) {
      this.kind = kind;
    }

    boolean isOfApplicationLevel() {
      return this == APPLICATION_AS_SERVICE || this == NAMESPACE_OF_APPLICATION;
    }

    /** Nothing when the registry knows no such thing. */
    Optional<Registration> registration(String name) {
      return switch (this) {
        case APPLICATION_OF_INTERFACES ->
            Optional.of(byInterface("public", name, "demo.A", "", ""));
        case APPLICATION_AS_SERVICE -> Optional.of(byApplication("public", name));
        case NAMESPACE_OF_INTERFACES ->
            NamespaceId.read(name).map(each -> byInterface(each.value(), "shop", "demo.A", "", ""));
        case NAMESPACE_OF_APPLICATION ->
            NamespaceId.read(name).map(each -> byApplication(each.value(), "shop"));
        case INTERFACE -> Optional.of(byInterface("public", "shop", name, "", ""));
        case VERSION -> Optional.of(byInterface("public", "shop", "demo.A", name, ""));
        case GROUP -> Optional.of(byInterface("public", "shop", "demo.A", "", name));
      };
    }
  }

  private static Registration byInterface(
      String namespace, String application, String interfaceName, String version, String group) {
    Map<String, String> metadata = new TreeMap<>();
    metadata.put(MetadataKeys.APPLICATION, application);
    metadata.put(MetadataKeys.INTERFACE, interfaceName);
    metadata.put(MetadataKeys.PATH, interfaceName);
    metadata.put(MetadataKeys.PROTOCOL, "dubbo");
    if (!version.isEmpty()) {
      metadata.put(MetadataKeys.VERSION, version);
    }
    if (!group.isEmpty()) {
      metadata.put(MetadataKeys.GROUP, group);
    }
    return registration(
        namespace,
        NacosSpelling.of(String.join(":", "providers", interfaceName, version, group)),
        "192.0.2.7",
        metadata);
  }

  private static Registration byApplication(String namespace, String application) {
    return registration(
        namespace,
        application,
        "192.0.2.7",
        Map.of(
            MetadataKeys.REVISION,
            "0123456789abcdef0123456789abcdef",
            MetadataKeys.ENDPOINTS,
            "[{\"port\":20880,\"protocol\":\"dubbo\"}]"));
  }

  private static Registration registration(
      String namespace, String service, String ip, Map<String, String> metadata) {
    return new Registration(
        new ServiceKey(new NamespaceId(namespace), "DEFAULT_GROUP", service),
        "",
        ip,
        20880,
        "DEFAULT",
        true,
        true,
        true,
        metadata);
  }

  private static final Registration FINE =
      registration(
          "public",
          "providers:demo.Fine::",
          "192.0.2.99",
          Map.of("application", "fine-app", "interface", "demo.Fine", "protocol", "dubbo"));

  static Stream<Arguments> all() {
    return Arrays.stream(Line.values())
        .flatMap(
            line ->
                Arrays.stream(Place.values())
                    .flatMap(place -> NAMES.stream().map(name -> Arguments.of(line, place, name))));
  }

  /** What one fold makes of a name. */
  private record Outcome(
      List<ApplicationInstance> instances, List<MetadataDocument> documents, List<Loss> losses) {

    static Outcome of(Registration registration, Line line) {
      List<Registration> both = List.of(registration, FINE);
      FoldResult interfaces = InterfaceFold.fold(both, line.rules);
      ApplicationFoldResult applications =
          new ApplicationFold(new InstanceJsonReader(), line.rules).fold(both);
      List<ApplicationInstance> instances = new ArrayList<>(interfaces.instances());
      applications.found().forEach(each -> instances.add(each.instance()));
      assertThat(instances)
          .as("everything else goes on")
          .filteredOn(each -> each.application().name().value().equals("fine-app"))
          .filteredOn(each -> each.ip().equals("192.0.2.99"))
          .hasSize(1);
      instances.removeIf(each -> each.ip().equals("192.0.2.99"));
      List<Loss> losses = new ArrayList<>(interfaces.losses());
      losses.addAll(applications.losses());
      return new Outcome(
          instances,
          interfaces.documents().values().stream()
              .filter(each -> !each.application().value().equals("fine-app"))
              .toList(),
          losses);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void aNameStandsEverywhereOrIsALoss(Line line, Place place, String name) {
    Optional<Registration> registration = place.registration(name);
    if (registration.isEmpty()) {
      // The reader of the registry names it as a whole namespace, and nothing of it gets here.
      assertThat(line.takesNamespaceOfConfigurations(name)).isFalse();
      return;
    }
    Outcome outcome = Outcome.of(registration.get(), line);
    if (outcome.instances().isEmpty()) {
      assertIsLoss(outcome, place, name);
      assertThat(stands(line, place, name)).as("it is lost, and could stand").isFalse();
    } else {
      assertThat(outcome.losses()).isEmpty();
      assertThat(outcome.instances()).hasSize(1);
      assertStands(line, outcome.instances().get(0), outcome.documents(), place);
    }
  }

  private static void assertIsLoss(Outcome outcome, Place place, String name) {
    assertThat(outcome.losses()).hasSize(1);
    Loss loss = outcome.losses().get(0);
    Loss.Kind none =
        name.isBlank() && place == Place.APPLICATION_OF_INTERFACES
            ? Loss.Kind.NO_APPLICATION
            : place.kind;
    assertThat(loss.kind()).isEqualTo(none);
    assertThat(loss.kind().dropped()).isTrue();
    assertThat(LogText.isPrintable(loss.detail())).isTrue();
    assertThat(loss.detail()).hasSizeLessThan(700).contains("; ").doesNotContain("position 0");
    if (loss.kind().isOfName()) {
      assertThat(loss.detail()).contains("'" + LogText.of(name) + "'");
      assertThat(loss.application())
          .isEqualTo(place.kind == Loss.Kind.BAD_NAMESPACE ? "shop" : LogText.of(name));
    }
  }

  /** Everything that is made of it can be in the server, and means the same there. */
  private static void assertStands(
      Line line, ApplicationInstance instance, List<MetadataDocument> documents, Place place) {
    ApplicationKey key = instance.application();
    String name = key.name().value();
    assertThat(line.takesService(name)).as("service").isTrue();
    assertThat(InterfaceServiceName.parse(name)).as("service of an interface").isEmpty();
    assertThat(line.takesId(NacosSpelling.id(name))).as("id of a document").isTrue();
    assertThat(line.takesNamespaceOfConfigurations(key.namespace().value()))
        .as("namespace of documents and mappings")
        .isTrue();
    assertThat(Stream.of("a," + name + ",b").flatMap(text -> Stream.of(text.split(","))))
        .as("content of a mapping")
        .containsExactly("a", name, "b");
    assertThat(name).isEqualTo(name.strip());
    assertThat(CheckedNames.ofRule(key, line.rules).isEmpty())
        .as("a rule can be written, or it is said that none can")
        .isEqualTo(line.takesId(NacosSpelling.id(name) + ".migration"));
    assertThat(documents).hasSize(place.isOfApplicationLevel() ? 0 : 1);
    for (MetadataDocument document : documents) {
      ServiceEntry entry = document.services().values().iterator().next();
      assertThat(line.takesId(NacosSpelling.id(entry.name()))).as("id of a mapping").isTrue();
      InterfaceServiceName shown =
          InterfaceServiceName.parse(InterfaceUnfold.names(entry).get(0)).orElseThrow();
      assertThat(List.of(shown.version(), shown.group()))
          .as("version and group as consumers look for them")
          .containsExactly(NacosSpelling.of(entry.version()), NacosSpelling.of(entry.group()));
      assertThat(shown.isOf(entry.name())).isTrue();
    }
  }

  /** Whether the server would take it in all its places; what Dubbo itself refuses cannot stand. */
  private static boolean stands(Line line, Place place, String name) {
    Function<String, Boolean> part =
        text ->
            text.length() <= 200
                && LogText.isPrintable(text)
                && text.chars().noneMatch(each -> Character.isWhitespace(each) || each == ':');
    return switch (place) {
      case APPLICATION_OF_INTERFACES, APPLICATION_AS_SERVICE ->
          line.takesService(name)
              && line.takesId(NacosSpelling.id(name))
              && !name.contains(",")
              && !name.matches("(providers|consumers|routers|configurators):.*");
      case NAMESPACE_OF_INTERFACES, NAMESPACE_OF_APPLICATION ->
          line.takesNamespaceOfConfigurations(name);
      case INTERFACE -> line.takesId(NacosSpelling.id(name)) && !name.contains(":");
      case VERSION -> part.apply(name) && !name.contains("/");
      case GROUP -> part.apply(name);
    };
  }
}
