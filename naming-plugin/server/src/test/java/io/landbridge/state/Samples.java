package io.landbridge.state;

import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.Endpoint;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Origin;
import io.landbridge.model.ServiceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Values for tests. */
public final class Samples {

  public static final MemberId ALICE = new MemberId("10.0.0.1:8848");
  public static final MemberId BOB = new MemberId("10.0.0.2:8848");
  public static final ApplicationKey SHOP = application("shop");
  public static final ApplicationKey STOCK = application("stock");

  private Samples() {}

  public static ApplicationKey application(String name) {
    return new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName(name));
  }

  /**
   * A document of an application; each variant has a revision of its own, and from the third on an
   * interface of its own.
   */
  public static MetadataDocument document(ApplicationKey application, int variant) {
    List<ServiceEntry> services = new ArrayList<>();
    services.add(service("org.demo.Orders", "eu", "1.0." + variant));
    services.add(service("org.demo.Prices", "", "2.0"));
    services.add(service("org.demo.Plain", "", ""));
    if (variant > 2) {
      services.add(service("org.demo.Variant" + variant, "", ""));
    }
    return MetadataDocument.of(application.name(), services);
  }

  private static ServiceEntry service(String name, String group, String version) {
    TreeMap<String, String> params = new TreeMap<>();
    params.put("methods", "find,list");
    params.put("timeout", "3000");
    params.put("umlaut", "größe ✓");
    return new ServiceEntry(name, group, version, "dubbo", 20880, name, params);
  }

  /** An instance of an application that refers to {@link #document} of that variant. */
  public static ApplicationInstance instance(ApplicationKey application, int host, int variant) {
    return instance(application, host, document(application, variant).revision());
  }

  public static ApplicationInstance instance(
      ApplicationKey application, int host, MetadataRevision revision) {
    return new ApplicationInstance(
        application,
        "DEFAULT_GROUP",
        "192.168.0." + host,
        20880,
        List.of(new Endpoint(20880, "dubbo"), new Endpoint(50051, "tri")),
        "DEFAULT",
        true,
        true,
        true,
        revision,
        Map.of("timestamp", "1700000000000", "weight", "100"),
        Origin.NATIVE_INTERFACE);
  }

  /** The same instance, made by another kind of registration. */
  public static ApplicationInstance of(ApplicationInstance instance, Origin origin) {
    return of(instance, instance.group(), instance.ephemeral(), origin);
  }

  /** The same instance, in another group. */
  public static ApplicationInstance inGroup(String group, ApplicationInstance instance) {
    return of(instance, group, instance.ephemeral(), instance.origin());
  }

  /** The same instance, as one that stays when its client goes. */
  public static ApplicationInstance persistent(ApplicationInstance instance) {
    return of(instance, instance.group(), false, instance.origin());
  }

  private static ApplicationInstance of(
      ApplicationInstance instance, String group, boolean ephemeral, Origin origin) {
    return new ApplicationInstance(
        instance.application(),
        group,
        instance.ip(),
        instance.port(),
        instance.endpoints(),
        instance.cluster(),
        instance.healthy(),
        instance.enabled(),
        ephemeral,
        instance.revision(),
        instance.attributes(),
        origin);
  }

  /** An instance of the legacy cluster. */
  public static ImportedInstance imported(String service, int host, int variant) {
    return new ImportedInstance(
        new ImportedInstance.Key(
            new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", service),
            "DEFAULT",
            "192.168.1." + host,
            8080),
        variant,
        true,
        variant != 2,
        true,
        new TreeMap<>(Map.of("variant", String.valueOf(variant), "größe", "✓")));
  }
}
