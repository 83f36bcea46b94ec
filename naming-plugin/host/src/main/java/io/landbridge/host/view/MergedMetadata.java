package io.landbridge.host.view;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonGeneratorImpl;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import io.landbridge.view.derived.SharedMetadata;
import java.io.IOException;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of one derived instance, most of which many have in common: that part is neither
 * copied nor turned into JSON for each of them, as a push does with everything for each of its
 * subscribers.
 *
 * <p>Filters and selectors of the server may write to it; then it becomes a map like any other. Not
 * safe for writers in several threads, as the server's own are not.
 */
@JsonSerialize(using = MergedMetadata.Serializer.class)
@tools.jackson.databind.annotation.JsonSerialize(using = Jackson3MergedMetadata.class)
final class MergedMetadata extends AbstractMap<String, String> {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final SharedMetadata common;
  private final Map<String, String> own;

  /** The common part as the inside of a JSON object; held so that the other instances find it. */
  private @Nullable Object inside;

  private @Nullable Map<String, String> changed;

  MergedMetadata(SharedMetadata common, Map<String, String> own) {
    this.common = common;
    this.own = own;
  }

  private Map<String, String> merged() {
    Map<String, String> merged = new HashMap<>(common.texts());
    merged.putAll(own);
    return merged;
  }

  @Override
  public @Nullable String get(Object key) {
    if (changed != null) {
      return changed.get(key);
    }
    // Immutable maps refuse to look for nothing.
    if (key == null) {
      return null;
    }
    String value = own.get(key);
    return value == null ? common.texts().get(key) : value;
  }

  @Override
  public boolean containsKey(Object key) {
    return get(key) != null;
  }

  @Override
  public boolean isEmpty() {
    return changed == null ? own.isEmpty() && common.texts().isEmpty() : changed.isEmpty();
  }

  @Override
  public @Nullable String put(String key, String value) {
    return writable().put(key, value);
  }

  @Override
  public @Nullable String remove(Object key) {
    return writable().remove(key);
  }

  @Override
  public void clear() {
    writable().clear();
  }

  @Override
  public Set<Entry<String, String>> entrySet() {
    // Who walks through it may remove what he finds.
    return writable().entrySet();
  }

  private Map<String, String> writable() {
    if (changed == null) {
      changed = merged();
    }
    return changed;
  }

  /** Whether somebody may have written to it. */
  boolean isChanged() {
    return changed != null;
  }

  /** Whether it has to be written as any other map. */
  boolean isPlain() {
    return changed != null || own.keySet().stream().anyMatch(common.texts()::containsKey);
  }

  /** What this one does not share. */
  Map<String, String> own() {
    return own;
  }

  /**
   * The common part as the inside of a JSON object, empty if there is none; made once for all that
   * have it in common.
   *
   * @param type in which a writer takes it
   * @param make makes it of JSON
   */
  <T> T inside(Class<T> type, Function<String, T> make) {
    if (type.isInstance(inside)) {
      return type.cast(inside);
    }
    T made = common.form(type, texts -> make.apply(json(texts)));
    inside = made;
    return made;
  }

  private static String json(Map<String, String> texts) {
    try {
      String object = JSON.writeValueAsString(texts);
      return object.substring(1, object.length() - 1);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts can always be written", e);
    }
  }

  /** Writes the common part as it was written before. */
  static final class Serializer extends JsonSerializer<MergedMetadata> {

    @Override
    public void serialize(
        MergedMetadata value, JsonGenerator generator, SerializerProvider provider)
        throws IOException {
      generator.writeStartObject();
      // Trees are not made of text.
      if (value.isPlain() || !(generator instanceof JsonGeneratorImpl)) {
        for (Entry<String, String> each : value.entrySet()) {
          generator.writeStringField(each.getKey(), each.getValue());
        }
      } else {
        for (Entry<String, String> each : value.own.entrySet()) {
          generator.writeStringField(each.getKey(), each.getValue());
        }
        SerializedString inside = value.inside(SerializedString.class, SerializedString::new);
        if (inside.charLength() > 0) {
          if (!value.own.isEmpty()) {
            generator.writeRaw(',');
          }
          generator.writeRaw(inside);
        }
      }
      generator.writeEndObject();
    }
  }
}
