package io.landbridge.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.model.NamespaceId;
import io.landbridge.publish.ConfigCentre;
import io.landbridge.service.answer.ConfigurationStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What migrating may read and write, and only if it still is what it was. */
class ConfigurationsTest {

  private static final String HELLO =
      "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

  private final Map<String, String> stored = new HashMap<>();
  private final Configurations configurations = new Configurations(new Centre());

  @Test
  void writesWhatIsStillAsExpectedAndTellsWhatIsThereOtherwise() throws Exception {
    assertThat(write("absent", "hello")).isEqualTo(new ConfigurationStatus(true, "hello", true));
    assertThat(write("absent", "mine")).isEqualTo(new ConfigurationStatus(true, "hello", false));
    assertThat(write(HELLO, "again")).isEqualTo(new ConfigurationStatus(true, "again", true));
    assertThat(write(HELLO, "late")).isEqualTo(new ConfigurationStatus(true, "again", false));
    assertThat(configurations.read(NamespaceId.PUBLIC, "LANDBRIDGE", "lock"))
        .isEqualTo(new ConfigurationStatus(true, "again", false));
    assertThat(configurations.read(NamespaceId.PUBLIC, "LANDBRIDGE", "other").exists()).isFalse();
  }

  private ConfigurationStatus write(String expected, String content) throws Exception {
    return configurations.replace(NamespaceId.PUBLIC, "LANDBRIDGE", "lock", expected, content);
  }

  @ParameterizedTest
  @CsvSource({
    "LANDBRIDGE,a/b",
    "LANDBRIDGE,''",
    "DEFAULT_GROUP,lock",
    "mapping,demo.Order",
    "DUBBO_SERVICEDISCOVERY_MIGRATION,shop",
    "DUBBO_SERVICEDISCOVERY_MIGRATION,.migration",
    "DUBBO_SERVICEDISCOVERY_MIGRATION,a b.migration"
  })
  void whatIsNotItsBusinessIsNeitherReadNorWritten(String group, String dataId) {
    assertThatThrownBy(() -> configurations.read(NamespaceId.PUBLIC, group, dataId))
        .isInstanceOf(AdministrationException.class);
    assertThatThrownBy(
            () -> configurations.replace(NamespaceId.PUBLIC, group, dataId, "absent", "x"))
        .isInstanceOf(AdministrationException.class);
    assertThat(stored).isEmpty();
  }

  private final class Centre implements ConfigCentre {

    @Override
    public Optional<String> read(NamespaceId namespace, String group, String dataId) {
      return Optional.ofNullable(stored.get(group + "/" + dataId));
    }

    @Override
    public boolean isServed(NamespaceId namespace, String group, String dataId) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean compareAndSet(
        NamespaceId namespace,
        String group,
        String dataId,
        Optional<String> expected,
        String content) {
      if (!read(namespace, group, dataId).equals(expected)) {
        return false;
      }
      stored.put(group + "/" + dataId, content);
      return true;
    }

    @Override
    public boolean compareAndDelete(
        NamespaceId namespace, String group, String dataId, String expected) {
      throw new AssertionError("nothing is deleted");
    }

    @Override
    public void onChange(ChangeListener listener) {
      throw new AssertionError("nobody listens");
    }
  }
}
