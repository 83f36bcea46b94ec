package io.landbridge.host.view;

import com.alibaba.nacos.api.naming.pojo.Instance;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.json.JsonGeneratorImpl;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import io.landbridge.view.derived.SharedMetadata;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An instance, derived or of the server's own, in a list that is turned into JSON once. A push
 * writes the list for each subscriber of the service: it is turned into JSON for the first of them,
 * as a whole, and again only when somebody changed one of them.
 *
 * <p>Servers since 3.3 write it with Jackson 3. A JVM passes over an annotation whose class is not
 * there, so that nothing of Jackson 3 is asked for on other servers.
 */
@JsonSerialize(using = ShownInstance.Serializer.class)
@tools.jackson.databind.annotation.JsonSerialize(using = Jackson3ShownInstance.class)
final class ShownInstance extends Instance {

  private static final long serialVersionUID = 1L;

  /** So many take some 16 MB as JSON while they are pushed. */
  private static final int MOST = 16_384;

  /** Whether {@link #copy} copies all that an instance of this server has. */
  private static final boolean COPIED_WHOLE =
      Set.of(
              "instanceId",
              "ip",
              "port",
              "weight",
              "healthy",
              "enabled",
              "ephemeral",
              "clusterName",
              "serviceName",
              "metadata")
          .equals(
              Arrays.stream(Instance.class.getDeclaredFields())
                  .filter(field -> !Modifier.isStatic(field.getModifiers()))
                  .map(Field::getName)
                  .collect(Collectors.toUnmodifiableSet()));

  /** Written without a lock: at worst it is made twice. */
  private transient volatile @Nullable Form form;

  /** The list that begins with this one, as it was written first; likewise. */
  private transient volatile @Nullable Whole whole;

  /**
   * What it was when it was written.
   *
   * @param of everything but the metadata
   * @param metadata of it
   */
  private record Moment(State of, @Nullable Map<String, String> metadata) {

    boolean isOf(ShownInstance instance) {
      return metadata == instance.getMetadata()
          && metadata instanceof MergedMetadata merged
          && !merged.isChanged()
          && of.isOf(instance);
    }
  }

  /** One as it was written. */
  private record Form(Moment of, byte[] json) {}

  /**
   * A list as it was written.
   *
   * @param of its instances, in their order
   * @param as what they were
   * @param json all of them, with commas in between
   */
  private record Whole(List<ShownInstance> of, List<Moment> as, byte[] json) {

    boolean isOf(List<?> list) {
      return of.size() == list.size() && isOfEach(list);
    }

    private boolean isOfEach(List<?> list) {
      int i = 0;
      for (Object each : list) {
        ShownInstance instance = of.get(i);
        if (each != instance || !as.get(i).isOf(instance)) {
          return false;
        }
        i++;
      }
      return true;
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

  /**
   * A list that is written once, of the same instances in the same order: what the server has
   * registered is copied, without its metadata, which must not change any more. A list that would
   * take much memory is returned as it is, and so is one with an instance that is not of the usual
   * kind.
   */
  static List<Instance> writtenOnce(List<Instance> hosts) {
    if (hosts.size() > MOST || !COPIED_WHOLE) {
      return hosts;
    }
    List<Instance> shown = new ArrayList<>(hosts.size());
    for (Instance each : hosts) {
      if (each instanceof ShownInstance) {
        shown.add(each);
      } else if (each.getClass() == Instance.class && isTexts(each.getMetadata())) {
        shown.add(shown(each));
      } else {
        return hosts;
      }
    }
    return shown;
  }

  /** What is no text is left to the server, which may write it or not. */
  private static boolean isTexts(@Nullable Map<String, String> metadata) {
    if (metadata == null) {
      return false;
    }
    for (Map.Entry<String, String> each : metadata.entrySet()) {
      if (each.getKey() == null || each.getValue() == null) {
        return false;
      }
    }
    return true;
  }

  private static ShownInstance shown(Instance stock) {
    ShownInstance shown = new ShownInstance();
    copy(stock, shown);
    shown.setMetadata(new MergedMetadata(SharedMetadata.NONE, stock.getMetadata()));
    return shown;
  }

  /** Has one say what another says; both have the same metadata then. */
  static void copy(Instance from, Instance to) {
    to.setInstanceId(from.getInstanceId());
    to.setIp(from.getIp());
    to.setPort(from.getPort());
    to.setWeight(from.getWeight());
    to.setHealthy(from.isHealthy());
    to.setEnabled(from.isEnabled());
    to.setEphemeral(from.isEphemeral());
    to.setClusterName(from.getClusterName());
    to.setServiceName(from.getServiceName());
    to.setMetadata(from.getMetadata());
  }

  private Moment moment() {
    return new Moment(
        new State(
            getInstanceId(),
            getIp(),
            getPort(),
            getWeight(),
            isHealthy(),
            isEnabled(),
            isEphemeral(),
            getClusterName(),
            getServiceName()),
        getMetadata());
  }

  /** Writes instances as the server writes any others. */
  @FunctionalInterface
  interface Writing {

    /**
     * Writes some.
     *
     * @return JSON, with commas in between
     */
    byte[] written(List<ShownInstance> instances) throws IOException;
  }

  /** Its JSON, not to be changed. */
  byte[] json(Writing writing) throws IOException {
    Form last = form;
    if (last == null || !last.of().isOf(this)) {
      Moment now = moment();
      last = new Form(now, writing.written(List.of(this)));
      form = last;
    }
    return last.json();
  }

  /**
   * The JSON of a list that begins with this one, not to be changed. Null if the list is not of
   * such instances alone, or another one was written as it begins.
   */
  byte @Nullable [] json(List<?> list, Writing writing) throws IOException {
    Whole last = whole;
    if (last != null) {
      return last.isOf(list) ? last.json() : null;
    }
    List<ShownInstance> instances = new ArrayList<>(list.size());
    for (Object each : list) {
      if (!(each instanceof ShownInstance shown)) {
        return null;
      }
      instances.add(shown);
    }
    if (instances.get(0) != this) {
      return null;
    }
    List<Moment> moments = instances.stream().map(ShownInstance::moment).toList();
    byte[] json = writing.written(instances);
    whole = new Whole(instances, moments, json);
    return json;
  }

  /** Writes it as any other instance, once; and what a push has of them at one go. */
  static final class Serializer extends JsonSerializer<ShownInstance> {

    /** Enough for most. */
    private static final int EXPECTED_BYTES = 2_048;

    /** The list whose instances were all written in place of the first one. */
    private static final Object WRITTEN = new Object();

    @Override
    public void serialize(
        ShownInstance instance, JsonGenerator generator, SerializerProvider provider)
        throws IOException {
      // Trees are not made of text.
      if (!(generator instanceof JsonGeneratorImpl) || generator.getCodec() == null) {
        stock(provider).serialize(instance, generator, provider);
        return;
      }
      Writing writing = instances -> written(instances, generator, provider);
      JsonStreamContext context = generator.getOutputContext();
      if (context.getCurrentValue() instanceof List<?> list && list.size() > 1) {
        boolean begins = !context.hasCurrentIndex();
        if (begins) {
          byte[] whole = instance.json(list, writing);
          provider.setAttribute(WRITTEN, whole == null ? null : list);
          if (whole != null) {
            generator.writeRawValue(new WrittenJson(whole));
            return;
          }
        } else if (provider.getAttribute(WRITTEN) == list) {
          return;
        }
      }
      generator.writeRawValue(new WrittenJson(instance.json(writing)));
    }

    private static JsonSerializer<Object> stock(SerializerProvider provider) throws IOException {
      return provider.findValueSerializer(Instance.class);
    }

    private static byte[] written(
        List<ShownInstance> instances, JsonGenerator generator, SerializerProvider provider)
        throws IOException {
      JsonSerializer<Object> stock = stock(provider);
      ByteArrayOutputStream written = new ByteArrayOutputStream(EXPECTED_BYTES);
      try (JsonGenerator aside = generator.getCodec().getFactory().createGenerator(written)) {
        aside.writeStartArray();
        for (ShownInstance each : instances) {
          stock.serialize(each, aside, provider);
        }
        aside.writeEndArray();
      }
      byte[] array = written.toByteArray();
      return Arrays.copyOfRange(array, 1, array.length - 1);
    }
  }
}
