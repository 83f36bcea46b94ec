package io.landbridge.migrate.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.SketchedRegistry;
import io.landbridge.migrate.inventory.Configurations.Mapping;
import io.landbridge.migrate.inventory.Configurations.Rule;
import io.landbridge.registry.RegistryException.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the configuration centre has that concerns a migration. */
class ConfigurationReaderTest {

  private static final String RULES = "DUBBO_SERVICEDISCOVERY_MIGRATION";

  private static Configurations read(SketchedRegistry registry) throws Exception {
    return ConfigurationReader.read(registry, List.of("public"));
  }

  @Test
  void rulesOfBothGenerationsAndMappings() throws Exception {
    SketchedRegistry registry =
        new SketchedRegistry()
            .configured(RULES, "web.migration", "step: FORCE_INTERFACE")
            .configured(RULES, "something else", "x")
            .configured("MIGRATION", "old.migration", "step: FORCE_INTERFACE")
            .configured("mapping", "demo.Order", "shop, mall,,shop\n");

    assertThat(read(registry))
        .isEqualTo(
            new Configurations(
                List.of(
                    new Rule("public", "web", false, "step: FORCE_INTERFACE"),
                    new Rule("public", "old", true, "step: FORCE_INTERFACE")),
                List.of(
                    new Mapping(
                        "public", "demo.Order", List.of("mall", "shop"), List.of("mall", "shop"))),
                List.of()));
  }

  @Test
  void whatCannotBeReadIsSaidAndTheRestRead() throws Exception {
    SketchedRegistry registry =
        new SketchedRegistry()
            .fail(RULES, Kind.UNAUTHORISED)
            .configured("mapping", "demo.Order", "shop");

    Configurations found = read(registry);

    assertThat(found.unread())
        .containsExactly(
            "configurations of group DUBBO_SERVICEDISCOVERY_MIGRATION in namespace public: it is"
                + " UNAUTHORISED");
    assertThat(found.mappings()).hasSize(1);
  }

  @Test
  void noMoreThanSoManyAreRead() throws Exception {
    SketchedRegistry registry = new SketchedRegistry();
    for (int i = 0; i < ConfigurationReader.MAX_READ + 3; i++) {
      registry.configured("mapping", "demo.S" + i, "shop");
    }

    Configurations found = read(registry);

    assertThat(found.mappings()).hasSize(ConfigurationReader.MAX_READ);
    assertThat(found.unread())
        .containsExactly(
            "3 of the 2003 configurations of group mapping in namespace public were not read: too"
                + " many");
  }
}
