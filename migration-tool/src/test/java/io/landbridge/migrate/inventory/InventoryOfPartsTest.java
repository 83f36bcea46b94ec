package io.landbridge.migrate.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.spool.RegistrationSpool;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** An inventory does not depend on how much of what it is made of fits into memory. */
class InventoryOfPartsTest {

  @Property(tries = 200)
  void inventoriesDoNotDependOnTheParts(@ForAll Random random) {
    Landscape landscape = landscape(random);

    Inventory inventory = InventoryBuilder.of(landscape);
    assertThat(InventoryBuilder.of(landscape, new RegistrationSpool(1, 1 << 20)))
        .isEqualTo(inventory);
    assertThat(InventoryBuilder.of(landscape, new RegistrationSpool(7, 1000))).isEqualTo(inventory);
  }

  private static Landscape landscape(Random random) {
    List<Registration> providers = new ArrayList<>();
    List<Registration> consumers = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      providers.add(provider(random));
      if (random.nextInt(4) == 0) {
        consumers.add(
            Registrations.consumer(
                "app-" + random.nextInt(4),
                random.nextInt(9) == 0 ? "*" : "demo.S" + random.nextInt(5),
                random.nextBoolean() ? "2.7.23" : "3.3.6"));
      }
    }
    providers.sort(Comparator.comparing(Registration::service));
    SortedMap<ServiceKey, List<RegisteredInstance>> services = new TreeMap<>();
    SortedMap<ServiceKey, String> foreign = new TreeMap<>();
    for (int i = 0; i < 5; i++) {
      ServiceKey key =
          new ServiceKey(
              NamespaceId.PUBLIC, random.nextBoolean() ? "DEFAULT_GROUP" : "g2", "app-" + i);
      if (random.nextBoolean()) {
        services.put(
            key,
            List.of(
                new RegisteredInstance(
                    "10.0.0." + random.nextInt(4),
                    20880,
                    "DEFAULT",
                    1,
                    true,
                    true,
                    true,
                    Map.of(
                        MetadataKeys.REVISION,
                        random.nextBoolean() ? "0" : "abc",
                        random.nextBoolean() ? MetadataKeys.DERIVED : "x",
                        "native-interface"))));
      }
      if (random.nextInt(3) == 0) {
        foreign.put(key, "10.9.9.9:80");
      }
    }
    return new Landscape(
        Registrations.SERVER,
        List.of(new NamespaceId("dev"), NamespaceId.PUBLIC),
        providers,
        services,
        foreign,
        3,
        4,
        consumers);
  }

  private static Registration provider(Random random) {
    String name = "demo.S" + random.nextInt(5);
    Map<String, String> metadata = new HashMap<>();
    metadata.put("weight", random.nextInt(3) == 0 ? "" + random.nextInt(3) : "");
    metadata.put("pid", random.nextInt(3) == 0 ? "" : "" + random.nextInt(3));
    metadata.put("version", random.nextInt(3) == 0 ? "1.0" : "");
    metadata.put("timestamp", "" + random.nextInt(3));
    switch (random.nextInt(16)) {
      case 0 -> metadata.put("protocol", "");
      case 1 -> metadata.put("application", "");
      case 2 -> metadata.put("path", "/" + name);
      case 3 -> metadata.put("path", "other");
      case 4 -> metadata.put("interface", "");
      case 5 -> metadata.put(MetadataKeys.DERIVED, "native-application");
      case 6 -> metadata.put("protocol", "tri");
      case 7 -> metadata.put("release", random.nextBoolean() ? "" : "2.7.8");
      default -> {}
    }
    Registration one =
        Registrations.with(
            "app-" + random.nextInt(4),
            name,
            "10.0.0." + random.nextInt(4),
            random.nextInt(9) == 0 ? 20881 : 20880,
            metadata);
    return new Registration(
        new ServiceKey(
            random.nextInt(3) == 0 ? new NamespaceId("dev") : NamespaceId.PUBLIC,
            random.nextInt(5) == 0 ? "g2" : "DEFAULT_GROUP",
            random.nextInt(4) == 0 ? "providers:" + name : one.service().name()),
        "",
        one.ip(),
        one.port(),
        random.nextInt(5) == 0 ? "other" : "DEFAULT",
        random.nextInt(5) != 0,
        random.nextInt(9) != 0,
        random.nextInt(9) != 0,
        one.metadata());
  }
}
