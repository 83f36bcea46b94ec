package io.landbridge.front.nacos3;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.host.boot.Front;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class Nacos3FrontTest {

  @Test
  void serviceLoaderFindsTheFront() {
    assertThat(ServiceLoader.load(Front.Provider.class))
        .singleElement()
        .isInstanceOf(Nacos3Front.class)
        .extracting(Front.Provider::line)
        .isEqualTo("nacos3");
  }
}
