package io.landbridge.registry.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.registry.RegistryException;
import java.util.ArrayList;
import java.util.List;

/** Configurations as every version of the server lists them. */
public final class ConfigurationJson {

  private ConfigurationJson() {}

  /**
   * Reads a page of the list of configurations. One without an id is none, and keeps no other from
   * being read.
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
      if (!dataId.isEmpty()) {
        dataIds.add(dataId);
      }
    }
    return new Paging.Page<>(answer.url(), page.path("totalCount").asInt(), dataIds, items.size());
  }
}
