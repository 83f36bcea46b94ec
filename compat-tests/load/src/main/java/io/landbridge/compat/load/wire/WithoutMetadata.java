package io.landbridge.compat.load.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Passes over every field named {@code metadata}. */
final class WithoutMetadata extends JsonParserDelegate {

  WithoutMetadata(JsonParser all) {
    super(all);
  }

  @Override
  public @Nullable JsonToken nextToken() throws IOException {
    JsonToken token = super.nextToken();
    while (token == JsonToken.FIELD_NAME && currentName().equals("metadata")) {
      super.nextToken();
      skipChildren();
      token = super.nextToken();
    }
    return token;
  }
}
