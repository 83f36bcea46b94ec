package io.landbridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.LogText;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import org.junit.jupiter.api.Test;

class LossTest {

  @Test
  void aLongDetailEndsWithAWholeCharacter() {
    Loss loss = loss("x".repeat(999) + "\ud83d\ude00y");

    assertThat(LogText.isPrintable(loss.detail())).isTrue();
    assertThat(loss.detail()).isEqualTo("x".repeat(999));
    assertThat(loss("x".repeat(1_001)).detail()).hasSize(1_000);
  }

  private static Loss loss(String detail) {
    return new Loss(
        Loss.Kind.BAD_SERVICE,
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "shop"),
        "192.0.2.7:20880",
        detail,
        "shop");
  }
}
