package io.landbridge.migrate;

import io.landbridge.dubbo.DerivedMetadata;
import io.landbridge.dubbo.FoldResult;
import io.landbridge.dubbo.InterfaceFold;
import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.inventory.Landscape;
import io.landbridge.migrate.verify.ApplicationLevel;
import io.landbridge.migrate.verify.ApplicationLevel.DocumentAnswer;
import io.landbridge.migrate.verify.ApplicationLevel.DocumentKey;
import io.landbridge.migrate.verify.ApplicationLevel.MappingKey;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.ServerInfo;
import io.landbridge.registry.ServerInfo.Api;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Registrations as Dubbo 2.7 writes them, and what translation makes of them. */
public final class Registrations {

  public static final ServerInfo SERVER =
      new ServerInfo(Api.V3, "3.1.0", ServerAddress.parse("127.0.0.1:8848"));

  private Registrations() {}

  public static Registration of(String application, String name, String ip, int port) {
    return with(application, name, ip, port, Map.of());
  }

  /** The empty string takes a key away. */
  public static Registration with(
      String application, String name, String ip, int port, Map<String, String> more) {
    Map<String, String> metadata = new HashMap<>();
    metadata.put("application", application);
    metadata.put("interface", name);
    metadata.put("path", name);
    metadata.put("protocol", "dubbo");
    metadata.put("release", "2.7.23");
    metadata.put("pid", String.valueOf(port));
    metadata.put("category", "providers");
    metadata.put("timestamp", "1795176524665");
    metadata.putAll(more);
    metadata.values().removeIf(String::isEmpty);
    return new Registration(
        new ServiceKey(
            NamespaceId.PUBLIC,
            "DEFAULT_GROUP",
            String.join(
                ":",
                "providers",
                name,
                metadata.getOrDefault("version", ""),
                metadata.getOrDefault("group", ""))),
        "",
        ip,
        port,
        "DEFAULT",
        true,
        true,
        true,
        metadata);
  }

  /** A consumer that announces itself. */
  public static Registration consumer(String application, String name, String release) {
    return new Registration(
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "consumers:" + name + "::"),
        "",
        "10.9.9.9",
        0,
        "DEFAULT",
        true,
        true,
        true,
        Map.of("application", application, "interface", name, "release", release));
  }

  public static Landscape untranslated(List<Registration> providers) {
    return untranslated(providers, List.of());
  }

  public static Landscape untranslated(List<Registration> providers, List<Registration> consumers) {
    return new Landscape(
        SERVER,
        List.of(NamespaceId.PUBLIC),
        providers,
        new TreeMap<>(),
        new TreeMap<>(),
        0,
        0,
        consumers);
  }

  /** What consumers see once everything is translated. */
  public static Landscape translated(List<Registration> providers) {
    SortedMap<ServiceKey, List<RegisteredInstance>> services = new TreeMap<>();
    for (ApplicationInstance each : InterfaceFold.fold(providers).instances()) {
      services
          .computeIfAbsent(each.key().service(), key -> new ArrayList<>())
          .add(
              new RegisteredInstance(
                  each.ip(),
                  each.port(),
                  each.cluster(),
                  1,
                  each.healthy(),
                  true,
                  true,
                  DerivedMetadata.of(each)));
    }
    return new Landscape(
        SERVER, List.of(NamespaceId.PUBLIC), providers, services, new TreeMap<>(), 0, 0, List.of());
  }

  /** What the configuration centre holds once everything is translated. */
  public static ApplicationLevel published(List<Registration> providers) {
    FoldResult fold = InterfaceFold.fold(providers);
    Map<DocumentKey, DocumentAnswer> documents = new HashMap<>();
    Map<MappingKey, Set<String>> mappings = new HashMap<>();
    for (ApplicationInstance each : fold.instances()) {
      var document = fold.documents().get(each.revision());
      documents.put(
          new DocumentKey(each.application(), each.revision().value()),
          new DocumentAnswer.Found(document));
      document
          .services()
          .values()
          .forEach(
              entry ->
                  mappings
                      .computeIfAbsent(
                          new MappingKey(NamespaceId.PUBLIC, entry.name()), key -> new HashSet<>())
                      .add(each.application().name().value()));
    }
    return new ApplicationLevel(documents, mappings);
  }
}
