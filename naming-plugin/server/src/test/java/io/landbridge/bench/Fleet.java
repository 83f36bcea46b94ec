package io.landbridge.bench;

import io.landbridge.dubbo.Registration;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Providers as Dubbo 2.7 registers them. Nothing is kept: what one registers follows from its
 * number, and is made again whenever it is asked for.
 */
final class Fleet {

  private static final String GROUP = "DEFAULT_GROUP";

  private final CatalogSizeOptions options;

  Fleet(CatalogSizeOptions options) {
    this.options = options;
  }

  int size() {
    return options.instances();
  }

  List<ApplicationKey> applications() {
    List<ApplicationKey> applications = new ArrayList<>();
    for (int i = 0; i < options.applications(); i++) {
      applications.add(
          new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName(applicationName(i))));
    }
    return applications;
  }

  static ServiceKey service(ApplicationKey application) {
    return new ServiceKey(application.namespace(), GROUP, application.name().value());
  }

  static String ip(int instance) {
    return "10.%d.%d.%d".formatted(instance >> 16, (instance >> 8) & 0xFF, instance & 0xFF);
  }

  static int port() {
    return 20880;
  }

  /** What a process has registered. */
  List<Registration> registrations(int instance, String client) {
    int revision = instance % options.revisions();
    String application = applicationName(revision % options.applications());
    int release = revision / options.applications();
    List<Registration> registrations = new ArrayList<>(options.interfaces());
    for (int i = 0; i < options.interfaces(); i++) {
      registrations.add(registration(instance, client, application, release, i));
    }
    return registrations;
  }

  private static Registration registration(
      int instance, String client, String application, int release, int number) {
    String name =
        "com.example.%s.api.Service%02dFacade".formatted(application.replace('-', '.'), number);
    Map<String, String> metadata = new HashMap<>();
    metadata.put("application", application);
    metadata.put("interface", name);
    metadata.put("path", name);
    metadata.put("protocol", "dubbo");
    metadata.put("methods", "find,list,create,update,remove,count");
    metadata.put("version", "1.0.0");
    metadata.put("revision", "1.0." + release);
    metadata.put("release", "2.7.23");
    metadata.put("dubbo", "2.0.2");
    metadata.put("side", "provider");
    metadata.put("category", "providers");
    metadata.put("timeout", "3000");
    metadata.put("retries", "0");
    metadata.put("anyhost", "true");
    metadata.put("deprecated", "false");
    metadata.put("dynamic", "true");
    metadata.put("generic", "false");
    metadata.put("metadata-type", "remote");
    metadata.put("service.name", "ServiceBean:/" + name + ":1.0.0");
    metadata.put("pid", String.valueOf(1 + instance % 30_000));
    metadata.put("timestamp", String.valueOf(1_795_000_000_000L + instance * 997L));
    return new Registration(
        new ServiceKey(NamespaceId.PUBLIC, GROUP, "providers:" + name + ":1.0.0:"),
        client,
        ip(instance),
        port(),
        "DEFAULT",
        true,
        true,
        true,
        metadata);
  }

  private static String applicationName(int number) {
    return "orders-backend-" + number;
  }
}
