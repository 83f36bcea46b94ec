package io.landbridge.host.symbols;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One thing the server must have.
 *
 * @param kind what must be there
 * @param owner the class it is asked of, with dots
 * @param details name and descriptor, or the methods we implement; see {@link Kind}
 */
record Symbol(Kind kind, String owner, List<String> details) {

  /** What must be there. */
  enum Kind {
    /** A class that is not an interface. */
    CLASS("class", 0),
    /** An interface. */
    INTERFACE("interface", 0),
    /** An instance method, here or in a supertype. */
    METHOD("method", 2),
    /** A static method. */
    STATIC_METHOD("static-method", 2),
    /** An instance field. */
    FIELD("field", 2),
    /** A static field, for example an enum constant. */
    STATIC_FIELD("static-field", 2),
    /** A method of an annotation; its type does not matter. */
    ELEMENT("element", 1),
    /** A method that one of our classes overrides: present and not final. */
    OVERRIDDEN("overridden", 2),
    /** A supertype of ours whose abstract methods must all be among the details. */
    IMPLEMENTED("implemented", -1);

    private final String label;
    private final int details;

    Kind(String label, int details) {
      this.label = label;
      this.details = details;
    }

    String label() {
      return label;
    }
  }

  Symbol {
    details = List.copyOf(details);
  }

  /**
   * Reads one symbol.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static Symbol parse(String text) {
    List<String> words = List.of(text.strip().split(" +"));
    Kind kind =
        Arrays.stream(Kind.values())
            .filter(each -> each.label.equals(words.get(0)))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("not a symbol: '" + text + "'"));
    if (words.size() < 2 || (kind.details >= 0 && words.size() != kind.details + 2)) {
      throw new IllegalArgumentException("a part is missing: '" + text + "'");
    }
    return new Symbol(kind, words.get(1), words.subList(2, words.size()));
  }

  /** The text {@link #parse} reads. */
  String text() {
    return kind.label
        + " "
        + owner
        + details.stream().map(each -> " " + each).collect(Collectors.joining());
  }

  /** For people: {@code com.alibaba.Example.method(descriptor)}. */
  @Override
  public String toString() {
    return switch (kind) {
      case CLASS, INTERFACE -> owner;
      case IMPLEMENTED -> owner + " (abstract methods)";
      case ELEMENT -> owner + "." + details.get(0);
      case METHOD, STATIC_METHOD, OVERRIDDEN -> owner + "." + details.get(0) + details.get(1);
      case FIELD, STATIC_FIELD -> owner + "." + details.get(0) + " " + details.get(1);
    };
  }
}
