package io.landbridge.registry.nacos1;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServiceNamesTest {

  @Test
  void namespacesAreFoundInTheAnswersOfBothLines() throws Exception {
    assertThat(namespaces("{\"services\":{\"public\":[],\"eu\":[\"g@@a\"]},\"count\":1}"))
        .hasValue(List.of("public", "eu"));
    assertThat(namespaces("{\"META-INF/services\":{\"ns\\n1\":[\"g@@a\"]},\"count\":1}"))
        .hasValue(List.of("ns\n1"));
    assertThat(namespaces("{\"count\":0,\"services\":[]}")).isEmpty();
  }

  private static Optional<List<String>> namespaces(String answer) throws Exception {
    return ServiceNames.namespaces(new ObjectMapper().readTree(answer));
  }
}
