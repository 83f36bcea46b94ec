package io.landbridge.model;

import java.util.Objects;
import java.util.Optional;

/**
 * A Nacos namespace, with the spellings of the default one folded together.
 *
 * <p>Nacos writes the default namespace as {@code public} in naming, as the empty string in the
 * configuration tables of the 2.x line, and as {@code public} everywhere in the 3.x line. Here it
 * is always {@code public}; an adapter that needs another spelling asks {@link #isDefault()}.
 *
 * @param value the canonical id; never blank
 */
public record NamespaceId(String value) implements Comparable<NamespaceId> {

  /** The namespace a client gets when it names none. */
  public static final NamespaceId PUBLIC = new NamespaceId("public");

  private static final int MAX_CHARS = 128;

  /** Checks the canonical form; use {@link #of} for text from outside. */
  public NamespaceId {
    Objects.requireNonNull(value, "value");
    Names.requirePrintable("namespace", value, MAX_CHARS);
    if (!value.equals(value.trim())) {
      throw new IllegalArgumentException("namespace has spaces around it");
    }
  }

  /**
   * Reads a namespace as a request to any Nacos API spells it: servers ignore spaces around it.
   *
   * @param text a namespace id; blank stands for the default namespace
   * @return the canonical namespace
   * @throws IllegalArgumentException if the text has control characters or more than 128 characters
   */
  public static NamespaceId of(String text) {
    return text.isBlank() ? PUBLIC : new NamespaceId(text.trim());
  }

  /**
   * Reads a namespace as a server lists it, which anybody may have written. Spaces count: " a" is
   * another one than "a", and no request can ask for it.
   *
   * @param text a namespace id; the empty one stands for the default namespace
   * @throws IllegalArgumentException if it is no namespace, without the text in its message
   */
  public static NamespaceId listed(String text) {
    return text.isEmpty() ? PUBLIC : new NamespaceId(text);
  }

  /**
   * Tells why a text that a server lists is no namespace that anybody can ask for, keep and show.
   *
   * @return one line without the text, with what to do about it; empty when it is a namespace
   */
  public static Optional<String> refusal(String text) {
    try {
      listed(text);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(
          "%s; its clients have to register in a namespace whose id has at most %d characters and no control characters"
              .formatted(LogText.of(String.valueOf(e.getMessage())), MAX_CHARS));
    }
  }

  /**
   * Returns a namespace that looks like a text that is none, to stand where one has to. It is no id
   * to ask for.
   */
  public static NamespaceId lookalike(String text) {
    String safe = LogText.of(text);
    String cut = safe.substring(0, Math.min(safe.length(), MAX_CHARS - 2));
    return new NamespaceId(cut.isBlank() || !cut.equals(cut.trim()) ? "'" + cut + "'" : cut);
  }

  /** Does the same as {@link #listed}; empty when it is no namespace. */
  public static Optional<NamespaceId> read(String text) {
    try {
      return Optional.of(listed(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Whether this is the default namespace. */
  public boolean isDefault() {
    return equals(PUBLIC);
  }

  @Override
  public int compareTo(NamespaceId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
