package io.landbridge.front;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class V1OperationTest {

  @Test
  void isFoundByVerbAndExactPath() {
    assertThat(V1Operation.of("PUT", "/v1/ns/instance/beat")).contains(V1Operation.BEAT);
    assertThat(V1Operation.of("GET", "/v1/ns/instance")).contains(V1Operation.DETAIL);
    assertThat(V1Operation.of("POST", "/v1/auth/users/login")).contains(V1Operation.USERS_LOGIN);
    for (String other :
        new String[] {"/v1/ns/instance/", "/v1//ns/instance", "/v3/ns/instance", ""}) {
      assertThat(V1Operation.of("GET", other)).as(other).isEmpty();
    }
    assertThat(V1Operation.of("get", "/v1/ns/instance")).isEmpty();
    assertThat(V1Operation.of("HEAD", "/v1/ns/instance")).isEmpty();
  }

  @Test
  void whoeverChangesSomethingMustBeAllowedTo() {
    for (V1Operation each : V1Operation.values()) {
      if (each.responsibleOnly()) {
        assertThat(each.access()).as(each.toString()).isEqualTo(V1Operation.Access.WRITE);
      }
    }
  }
}
