package io.landbridge.compat.translation;

import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.ProviderSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A kind of provider. Each is an application of its own, and offers its services under interfaces
 * of its own, so that a consumer that calls them calls nobody else.
 *
 * @param line what it runs on
 * @param registration what it registers, and where consumers get its metadata
 * @param protocols in which it offers all of its services
 */
public record ProviderKind(DubboLine line, Registration registration, Protocols protocols) {

  /** What a provider registers. */
  enum Registration {
    /** Interfaces only. */
    INTERFACE("interface", ""),
    /** Its application only; it answers for its metadata itself. */
    INSTANCE_LOCAL("instance", "local"),
    /** Its application only; its metadata are in the configuration centre. */
    INSTANCE_REMOTE("instance", "remote"),
    /** Both; it answers for its metadata itself. */
    ALL_LOCAL("all", "local"),
    /** Both; its metadata are in the configuration centre. */
    ALL_REMOTE("all", "remote");

    private final String mode;
    private final String metadata;

    Registration(String mode, String metadata) {
      this.mode = mode;
      this.metadata = metadata;
    }

    boolean interfaces() {
      return !mode.equals("instance");
    }

    boolean application() {
      return !mode.equals("interface");
    }
  }

  /** The protocols a provider offers its services in. */
  enum Protocols {
    /** What every Dubbo speaks. */
    DUBBO,
    /** What Dubbo 3 speaks. */
    TRI,
    /** Each service in either. */
    BOTH;

    boolean dubbo() {
      return this != TRI;
    }
  }

  private static final List<DubboLine> DUBBO_2 =
      List.of(
          DubboLine.DUBBO_2_6,
          DubboLine.DUBBO_2_6_NACOS_2,
          DubboLine.DUBBO_2_7_NACOS_1_4,
          DubboLine.DUBBO_2_7_NACOS_2);

  private static final List<DubboLine> DUBBO_3 =
      List.of(
          DubboLine.DUBBO_3_0, DubboLine.DUBBO_3_2, DubboLine.DUBBO_3_3, DubboLine.DUBBO_3_2_19);

  /** Every combination there is. */
  static List<ProviderKind> all() {
    List<ProviderKind> all = new ArrayList<>(dubbo2());
    for (DubboLine line : DUBBO_3) {
      for (Registration registration : Registration.values()) {
        for (Protocols protocols : Protocols.values()) {
          all.add(new ProviderKind(line, registration, protocols));
        }
      }
    }
    all.addAll(dubboGo());
    return all;
  }

  /**
   * A third of them, in which every two values that can come together do: of Dubbo and
   * registration, of Dubbo and protocols, of registration and protocols.
   */
  static List<ProviderKind> pairs() {
    List<ProviderKind> pairs = new ArrayList<>(dubbo2());
    Protocols[] protocols = Protocols.values();
    for (DubboLine line : DUBBO_3) {
      for (Registration registration : Registration.values()) {
        int turn = (DUBBO_3.indexOf(line) + registration.ordinal()) % protocols.length;
        pairs.add(new ProviderKind(line, registration, protocols[turn]));
      }
    }
    pairs.addAll(dubboGo());
    return pairs;
  }

  private static List<ProviderKind> dubbo2() {
    return DUBBO_2.stream()
        .map(line -> new ProviderKind(line, Registration.INTERFACE, Protocols.DUBBO))
        .toList();
  }

  /**
   * Its services are in Go, not in Protobuf, so that it has no other protocol for Java. Before
   * 3.3.2 no consumer in Java gets an answer when it asks for metadata, and each waits for that.
   */
  private static List<ProviderKind> dubboGo() {
    return Arrays.stream(DubboLine.values())
        .filter(DubboLine::isGo)
        .flatMap(
            line ->
                Arrays.stream(Registration.values())
                    .filter(each -> line.provesItsDocument() || !each.metadata.equals("local"))
                    .map(each -> new ProviderKind(line, each, Protocols.DUBBO)))
        .toList();
  }

  /** What tells it from all others: {@code 3.3.6-instance-local-tri}. */
  public String label() {
    String onWhat = line.folder().substring("dubbo-".length());
    if (DUBBO_2.contains(line)) {
      return onWhat;
    }
    String metadata = registration.metadata.isEmpty() ? "" : "-" + registration.metadata;
    return onWhat
        + "-"
        + registration.mode
        + metadata
        + "-"
        + protocols.name().toLowerCase(Locale.ROOT);
  }

  /** The name of the application. */
  String application() {
    return "prov-" + label();
  }

  /** The package of its interfaces. */
  String packageName() {
    return "demo.of_" + label().replaceAll("[.-]", "_");
  }

  /** Whether consumers of its application have to ask it for its metadata. */
  boolean asksForMetadata() {
    return registration.metadata.equals("local");
  }

  /** Whether there is anything of it that can be switched on. */
  boolean isTranslatable() {
    return line.provesItsDocument() || registration.interfaces();
  }

  /** Whether it leaves out what is empty in the name of a service. */
  boolean writesLegacyNames() {
    return line.isDubbo26();
  }

  ProviderSettings settings(String registry, Path interfaces) {
    ProviderSettings settings =
        ProviderSettings.of(registry, application())
            .withRun("only")
            .withServices(packageName(), interfaces)
            .withProtocols(
                switch (protocols) {
                  case DUBBO -> new String[] {"dubbo"};
                  case TRI -> new String[] {"tri"};
                  case BOTH -> new String[] {"dubbo", "tri"};
                });
    if (DUBBO_2.contains(line)) {
      return settings;
    }
    ProviderSettings withMode = settings.withRegisterMode(registration.mode);
    return registration.metadata.isEmpty()
        ? withMode
        : withMode.withMetadataType(registration.metadata);
  }

  @Override
  public String toString() {
    return label();
  }
}
