package io.landbridge.host.view;

import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonGeneratorBase;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/**
 * Does with Jackson 3 what {@link MergedMetadata.Serializer} does with Jackson 2. Jackson makes it;
 * nothing else names it.
 */
final class Jackson3MergedMetadata extends ValueSerializer<MergedMetadata> {

  @Override
  public void serialize(
      MergedMetadata value, JsonGenerator generator, SerializationContext context) {
    generator.writeStartObject();
    // Trees are not made of text.
    if (value.isPlain() || !(generator instanceof JsonGeneratorBase)) {
      write(value, generator);
    } else {
      write(value.own(), generator);
      SerializedString inside = value.inside(SerializedString.class, SerializedString::new);
      if (inside.charLength() > 0) {
        if (!value.own().isEmpty()) {
          generator.writeRaw(',');
        }
        generator.writeRaw(inside);
      }
    }
    generator.writeEndObject();
  }

  private static void write(Map<String, String> texts, JsonGenerator generator) {
    texts.forEach(generator::writeStringProperty);
  }
}
