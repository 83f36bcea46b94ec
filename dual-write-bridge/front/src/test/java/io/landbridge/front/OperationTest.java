package io.landbridge.front;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OperationTest {

  @Test
  void isFoundByVerbAndExactPath() {
    assertThat(Operation.of("PUT", "/v1/ns/instance/beat")).contains(Operation.BEAT);
    assertThat(Operation.of("GET", "/v1/ns/instance")).contains(Operation.DETAIL);
    assertThat(Operation.of("POST", "/v1/auth/users/login")).contains(Operation.USERS_LOGIN);
    for (String other :
        new String[] {"/v1/ns/instance/", "/v1//ns/instance", "/v3/ns/instance", ""}) {
      assertThat(Operation.of("GET", other)).as(other).isEmpty();
    }
    assertThat(Operation.of("get", "/v1/ns/instance")).isEmpty();
    assertThat(Operation.of("HEAD", "/v1/ns/instance")).isEmpty();
  }

  @Test
  void whoeverChangesSomethingMustBeAllowedTo() {
    for (Operation each : Operation.values()) {
      if (each.responsibleOnly()) {
        assertThat(each.access()).as(each.toString()).isEqualTo(Operation.Access.WRITE);
      }
    }
  }
}
