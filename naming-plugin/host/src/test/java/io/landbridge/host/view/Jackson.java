package io.landbridge.host.view;

import com.alibaba.nacos.common.utils.JacksonUtils;
import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.databind.json.JsonMapper;

/** What servers write with. */
enum Jackson {
  /** Before 3.3: the server's own. */
  TWO {
    @Override
    String toText(Object value) {
      return JacksonUtils.toJson(value);
    }

    @Override
    byte[] toBytes(Object value) {
      return JacksonUtils.toJsonBytes(value);
    }

    @Override
    String toTree(Object value) {
      return JacksonUtils.transferToJsonNode(value).toString();
    }
  },
  /** Since 3.3, which leaves out what is null as the other does. */
  THREE {
    @Override
    String toText(Object value) {
      return MAPPER.writeValueAsString(value);
    }

    @Override
    byte[] toBytes(Object value) {
      return MAPPER.writeValueAsBytes(value);
    }

    @Override
    String toTree(Object value) {
      return MAPPER.valueToTree(value).toString();
    }
  };

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(
              each -> each.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  abstract String toText(Object value);

  abstract byte[] toBytes(Object value);

  abstract String toTree(Object value);
}
