package io.landbridge.host.nacos3;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.nacos.config.server.configuration.ConfigCompatibleConfig;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class NamespaceCompatibleModeTest {

  @Test
  void theServersOwnAnswerIsGivenEachTime() throws Exception {
    BooleanSupplier mode = NamespaceCompatibleMode.of(getClass().getClassLoader());
    ConfigCompatibleConfig config = ConfigCompatibleConfig.getInstance();
    // The server sets it from its own properties alone.
    Field told = ConfigCompatibleConfig.class.getDeclaredField("namespaceCompatibleMode");
    told.setAccessible(true);
    boolean before = config.isNamespaceCompatibleMode();
    try {
      told.setBoolean(config, true);
      assertThat(mode.getAsBoolean()).isTrue();
      told.setBoolean(config, false);
      assertThat(mode.getAsBoolean()).isFalse();
    } finally {
      told.setBoolean(config, before);
    }
  }

  /** As in 3.3, which does not have the class. */
  @Test
  void aServerWithoutTheModeNeverHasItOn() throws Exception {
    ClassLoader without = new ClassLoader(null) {};

    assertThat(NamespaceCompatibleMode.of(without).getAsBoolean()).isFalse();
  }

  /** Whatever links to a class that 3.3 does not have would keep the plugin off there. */
  @Test
  void nothingElseLinksToTheClass() throws Exception {
    try (var code = Nacos3ConfigWrites.class.getResourceAsStream("Nacos3ConfigWrites.class")) {
      assertThat(new String(code.readAllBytes(), StandardCharsets.ISO_8859_1))
          .doesNotContain("ConfigCompatibleConfig");
    }
  }
}
