package io.landbridge.host.view;

import com.alibaba.nacos.api.naming.pojo.Instance;
import io.landbridge.host.view.ShownInstance.Writing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.json.JsonGeneratorBase;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/**
 * Does with Jackson 3 what {@link ShownInstance.Serializer} does with Jackson 2. Jackson makes it;
 * nothing else names it.
 */
final class Jackson3ShownInstance extends ValueSerializer<ShownInstance> {

  /** Enough for most. */
  private static final int EXPECTED_BYTES = 2_048;

  /** The list whose instances were all written in place of the first one. */
  private static final Object WRITTEN = new Object();

  @Override
  public void serialize(
      ShownInstance instance, JsonGenerator generator, SerializationContext context) {
    // Trees are not made of text.
    if (!(generator instanceof JsonGeneratorBase)) {
      stock(context).serialize(instance, generator, context);
      return;
    }
    Writing writing = instances -> written(instances, context);
    try {
      TokenStreamContext position = generator.streamWriteContext();
      if (position.currentValue() instanceof List<?> list && list.size() > 1) {
        boolean begins = !position.hasCurrentIndex();
        if (begins) {
          byte[] whole = instance.json(list, writing);
          context.setAttribute(WRITTEN, whole == null ? null : list);
          if (whole != null) {
            generator.writeRawValue(new Jackson3WrittenJson(whole));
            return;
          }
        } else if (context.getAttribute(WRITTEN) == list) {
          return;
        }
      }
      generator.writeRawValue(new Jackson3WrittenJson(instance.json(writing)));
    } catch (IOException e) {
      throw new UncheckedIOException("an array in memory cannot be written", e);
    }
  }

  private static ValueSerializer<Object> stock(SerializationContext context) {
    return context.findValueSerializer(Instance.class);
  }

  private static byte[] written(List<ShownInstance> instances, SerializationContext context) {
    ValueSerializer<Object> stock = stock(context);
    ByteArrayOutputStream written = new ByteArrayOutputStream(EXPECTED_BYTES);
    try (JsonGenerator aside = context.tokenStreamFactory().createGenerator(context, written)) {
      aside.writeStartArray();
      for (ShownInstance each : instances) {
        stock.serialize(each, aside, context);
      }
      aside.writeEndArray();
    }
    byte[] array = written.toByteArray();
    return Arrays.copyOfRange(array, 1, array.length - 1);
  }
}
