package io.landbridge.registry.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.registry.RegistryException;
import java.util.ArrayList;
import java.util.List;

/** Configurations as every version of the server lists them. */
public final class ConfigurationJson {

  private ConfigurationJson() {}

  /**
   * Reads a page of the list of configurations.
   *
   * @param answer what was answered
   * @param page the page in it
   */
  public static Paging.Page<String> dataIds(Answer answer, JsonNode page) throws RegistryException {
    JsonNode items = page.path("pageItems");
    if (!items.isArray() || !page.path("totalCount").canConvertToInt()) {
      throw answer.unexpected("not a list of configurations");
    }
    List<String> dataIds = new ArrayList<>();
    for (JsonNode each : items) {
      String dataId = each.path("dataId").asText("");
      if (dataId.isEmpty()) {
        throw answer.unexpected("a configuration has no data id");
      }
      dataIds.add(dataId);
    }
    return new Paging.Page<>(answer.url(), page.path("totalCount").asInt(), dataIds);
  }
}
