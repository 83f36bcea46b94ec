package io.landbridge.host.nacos;

import com.alibaba.nacos.api.naming.pojo.Instance;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonGeneratorImpl;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A derived instance as the server knows instances. A push writes it for each subscriber of the
 * service: it is turned into JSON for the first of them, and again only when somebody changed it.
 */
@JsonSerialize(using = ShownInstance.Serializer.class)
final class ShownInstance extends Instance {

  private static final long serialVersionUID = 1L;

  /** Enough for most. */
  private static final int EXPECTED_BYTES = 2_048;

  /** Written without a lock: at worst it is made twice. */
  private transient volatile @Nullable Form form;

  /**
   * What it was written as.
   *
   * @param of what was written
   * @param metadata of it, if that was as it was made
   */
  private record Form(State of, @Nullable Map<String, String> metadata, SerializedString json) {}

  /** JSON as bytes, which is what pushes are made of. */
  private static final class Written extends SerializedString {

    private static final long serialVersionUID = 1L;

    Written(byte[] utf8) {
      super(new String(utf8, StandardCharsets.UTF_8));
      _unquotedUTF8Ref = utf8;
    }
  }

  /** Everything of an instance but its metadata. */
  private record State(
      @Nullable String id,
      @Nullable String ip,
      int port,
      double weight,
      boolean healthy,
      boolean enabled,
      boolean ephemeral,
      @Nullable String cluster,
      @Nullable String service) {

    /** Asked half a million times in a large push: makes nothing, and is not what records have. */
    boolean isOf(Instance instance) {
      return port == instance.getPort()
          && weight == instance.getWeight()
          && healthy == instance.isHealthy()
          && enabled == instance.isEnabled()
          && ephemeral == instance.isEphemeral()
          && Objects.equals(ip, instance.getIp())
          && Objects.equals(id, instance.getInstanceId())
          && Objects.equals(cluster, instance.getClusterName())
          && Objects.equals(service, instance.getServiceName());
    }
  }

  private State state() {
    return new State(
        getInstanceId(),
        getIp(),
        getPort(),
        getWeight(),
        isHealthy(),
        isEnabled(),
        isEphemeral(),
        getClusterName(),
        getServiceName());
  }

  private @Nullable SerializedString known() {
    Form last = form;
    return last != null
            && last.metadata() == getMetadata()
            && last.metadata() instanceof MergedMetadata merged
            && !merged.isChanged()
            && last.of().isOf(this)
        ? last.json()
        : null;
  }

  /** Writes it as any other instance, once. */
  static final class Serializer extends JsonSerializer<ShownInstance> {

    @Override
    public void serialize(
        ShownInstance instance, JsonGenerator generator, SerializerProvider provider)
        throws IOException {
      // Trees are not made of text.
      boolean text = generator instanceof JsonGeneratorImpl && generator.getCodec() != null;
      SerializedString json = text ? instance.known() : null;
      if (json != null) {
        generator.writeRawValue(json);
        return;
      }
      JsonSerializer<Object> stock = provider.findValueSerializer(Instance.class);
      if (!text) {
        stock.serialize(instance, generator, provider);
        return;
      }
      State now = instance.state();
      ByteArrayOutputStream written = new ByteArrayOutputStream(EXPECTED_BYTES);
      try (JsonGenerator aside = generator.getCodec().getFactory().createGenerator(written)) {
        stock.serialize(instance, aside, provider);
      }
      json = new Written(written.toByteArray());
      instance.form = new Form(now, instance.getMetadata(), json);
      generator.writeRawValue(json);
    }
  }
}
