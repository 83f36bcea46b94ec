package io.landbridge.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Keys are in lines of the log, and anybody can register anything. */
class KeyTextTest {

  private static final String ODD = "x\n\u202e\u2028" + "y".repeat(400);

  @Test
  void noKeyIsMoreThanAShortLine() {
    ServiceKey service = new ServiceKey(NamespaceId.PUBLIC, ODD, ODD);
    for (Object each :
        List.of(
            service,
            new ImportedInstance.Key(service, ODD, ODD, 80),
            new InstanceKey(ApplicationKey.of("public", "shop"), ODD, ODD, 80))) {
      assertThat(each.toString())
          .hasSizeLessThanOrEqualTo(LogText.MAX_CHARS)
          .satisfies(text -> assertThat(LogText.isPrintable(text)).isTrue())
          .contains("x???y");
    }
  }

  @Test
  void anOrdinaryKeyIsWhole() {
    ServiceKey service = new ServiceKey(NamespaceId.of("dev"), "g", "providers:demo.A:1.0:");

    assertThat(service).hasToString("dev/g/providers:demo.A:1.0:");
    assertThat(new ImportedInstance.Key(service, "c", "10.0.0.1", 80))
        .hasToString("dev/g/providers:demo.A:1.0: 10.0.0.1:80 (c)");
    assertThat(new InstanceKey(ApplicationKey.of("dev", "shop"), "g", "10.0.0.1", 80))
        .hasToString("dev/shop@g 10.0.0.1:80");
  }
}
