package io.landbridge.compat.load.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class WithoutMetadataTest {

  @Test
  void everythingElseIsRead() throws IOException {
    String all =
        """
        {"metadata":{"ip":"0"},"serviceInfo":{"name":"x","hosts":[
          {"ip":"1","metadata":{"a":"b","c":{"metadata":1}},"port":2},{"ip":"3","metadata":null}]}}
        """;

    try (JsonParser parser = Message.JSON.createParser(all)) {
      JsonNode read = Message.JSON.readTree(new WithoutMetadata(parser));

      assertThat(read)
          .isEqualTo(
              Message.JSON.readTree(
                  "{\"serviceInfo\":{\"name\":\"x\","
                      + "\"hosts\":[{\"ip\":\"1\",\"port\":2},{\"ip\":\"3\"}]}}"));
    }
  }
}
