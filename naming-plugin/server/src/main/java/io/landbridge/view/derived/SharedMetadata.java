package io.landbridge.view.derived;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Metadata that many derived instances have in common. Immutable; safe for use from any thread. */
public final class SharedMetadata {

  /** Of instances that have nothing in common. */
  public static final SharedMetadata NONE = of(Map.of());

  private final Map<String, String> texts;
  private final long fingerprint;

  /** Written without a lock: at worst something is made twice. */
  private volatile @Nullable WeakReference<Object> form;

  /**
   * Makes one.
   *
   * @param texts not copied, and never changed
   * @param fingerprint equal for equal texts
   */
  public SharedMetadata(Map<String, String> texts, long fingerprint) {
    this.texts = texts;
    this.fingerprint = fingerprint;
  }

  /** Makes one of its own of some texts. */
  public static SharedMetadata of(Map<String, String> texts) {
    Fingerprint fingerprint = new Fingerprint();
    fingerprint.mix(new TreeMap<>(texts));
    return new SharedMetadata(Map.copyOf(texts), fingerprint.value());
  }

  /** What it says. */
  public Map<String, String> texts() {
    return texts;
  }

  /** Equal for equal texts. */
  public long fingerprint() {
    return fingerprint;
  }

  /**
   * The form in which somebody writes it, for as long as anybody holds it: who writes it for many
   * instances makes it once.
   *
   * @param type of the form
   * @param make makes it
   */
  public <T> T form(Class<T> type, Function<Map<String, String>, T> make) {
    WeakReference<Object> known = form;
    Object present = known == null ? null : known.get();
    if (type.isInstance(present)) {
      return type.cast(present);
    }
    T made = make.apply(texts);
    form = new WeakReference<>(made);
    return made;
  }
}
