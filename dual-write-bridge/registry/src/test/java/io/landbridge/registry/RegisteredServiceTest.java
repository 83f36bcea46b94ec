package io.landbridge.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import org.junit.jupiter.api.Test;

class RegisteredServiceTest {

  @Test
  void aServiceThatCanBeReadIsNotRefused() {
    assertThat(service(NamespaceId.of("dev"), "g", "s").refusal()).isEmpty();
  }

  @Test
  void theCallThatRemovesAServiceNamesItsNamespace() {
    assertThat(service(NamespaceId.of("a b"), "", "y2").refusal().orElseThrow())
        .contains("'DELETE /nacos/v1/ns/service?serviceName=@@y2&namespaceId=a%20b'");
    assertThat(service(NamespaceId.PUBLIC, "", "x").refusal().orElseThrow())
        .contains("'DELETE /nacos/v1/ns/service?serviceName=@@x'");
  }

  @Test
  void everyPartOfTheCallIsEncoded() {
    assertThat(service(NamespaceId.of("n&m='"), "g h", "").refusal().orElseThrow())
        .contains("'DELETE /nacos/v1/ns/service?serviceName=g%20h@@&namespaceId=n%26m%3D%27'");
    assertThat(service(NamespaceId.PUBLIC, "", "a&b\n#%").refusal().orElseThrow())
        .contains("serviceName=@@a%26b%0A%23%25'");
  }

  @Test
  void aCallThatIsTooLongIsNotCut() {
    assertThat(service(NamespaceId.of("dev"), "", "x".repeat(5_000)).refusal().orElseThrow())
        .contains("with its whole name as serviceName and its namespaceId")
        .hasSizeLessThan(300);
  }

  private static RegisteredService service(NamespaceId namespace, String group, String name) {
    return new RegisteredService(new ServiceKey(namespace, group, name), 1);
  }
}
