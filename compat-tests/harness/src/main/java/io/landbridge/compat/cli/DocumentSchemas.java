package io.landbridge.compat.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import io.landbridge.compat.cluster.Artifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What documents of the command are promised to look like. */
final class DocumentSchemas {

  private static final Pattern NAME = Pattern.compile("landbridge/([a-z-]+)/([0-9]+)");

  private DocumentSchemas() {}

  static void requireValid(JsonNode document) throws IOException {
    Matcher name = NAME.matcher(document.path("schema").asText());
    if (!name.matches()) {
      throw new IllegalStateException("It does not name its schema: " + document);
    }
    Path schema =
        Artifacts.locate().schemas().resolve("%s-%s.json".formatted(name.group(1), name.group(2)));
    Validator.Result result =
        new ValidatorFactory().validate(Files.readString(schema), document.toString());
    if (!result.isValid()) {
      throw new IllegalStateException(
          result.getErrors().stream()
              .map(each -> each.getInstanceLocation() + ": " + each.getError())
              .distinct()
              .collect(
                  Collectors.joining(
                      "; ", name.group() + " is not as promised: ", ": " + document)));
    }
  }
}
