package io.landbridge.front;

import java.util.HashMap;
import java.util.Map;

/**
 * Reads the JSON that clients send: flat objects. It goes through the text once, holds no more than
 * a depth of what it skips, and makes no object but the texts it is asked for.
 */
final class JsonReader {

  private static final int DEEPEST = 64;

  private final String text;
  private int at;

  JsonReader(String text) {
    this(text, 0);
  }

  JsonReader(String text, int at) {
    this.text = text;
    this.at = at;
  }

  /** What is not JSON, or not of the expected form. */
  static final class MalformedException extends Exception {

    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
      super(message);
    }
  }

  /** Where in the text the next value is. */
  int position() {
    skipSpace();
    return at;
  }

  void beginObject() throws MalformedException {
    expect('{');
  }

  /** Whether another field follows; reads up to its name. */
  boolean hasNext(boolean first) throws MalformedException {
    skipSpace();
    if (peek() == '}') {
      at++;
      return false;
    }
    if (!first) {
      expect(',');
    }
    return true;
  }

  /** The name of a field; reads up to its value. */
  String name() throws MalformedException {
    String name = string();
    expect(':');
    return name;
  }

  /** Reads over whatever white space there may be left. */
  void end() throws MalformedException {
    skipSpace();
    if (at != text.length()) {
      throw problem();
    }
  }

  /** A text, a number, true or false as text; null and what has parts as the empty text. */
  String scalar() throws MalformedException {
    skipSpace();
    char first = peek();
    if (first == '"') {
      return string();
    }
    int from = at;
    skip();
    return first == '{' || first == '[' || first == 'n' ? "" : text.substring(from, at);
  }

  /**
   * An object whose values are all scalar; fields that are null are left out, and null itself is an
   * object without fields.
   */
  Map<String, String> map() throws MalformedException {
    skipSpace();
    Map<String, String> fields = new HashMap<>();
    if (peek() == 'n') {
      skip();
      return fields;
    }
    beginObject();
    for (boolean first = true; hasNext(first); first = false) {
      String name = name();
      skipSpace();
      switch (peek()) {
        case 'n' -> skip();
        case '{', '[' -> throw problem();
        default -> fields.put(name, scalar());
      }
    }
    return fields;
  }

  /** Reads over a value. */
  void skip() throws MalformedException {
    int depth = 0;
    do {
      skipSpace();
      switch (peek()) {
        case '"' -> skipString();
        case '{', '[' -> {
          at++;
          if (++depth > DEEPEST) {
            throw problem();
          }
        }
        case '}', ']' -> {
          at++;
          depth--;
        }
        case ',', ':' -> {
          if (depth == 0) {
            throw problem();
          }
          at++;
        }
        default -> skipWord();
      }
    } while (depth > 0);
    if (depth < 0) {
      throw problem();
    }
  }

  private void skipWord() throws MalformedException {
    int from = at;
    while (at < text.length() && isWord(text.charAt(at))) {
      at++;
    }
    String word = text.substring(from, at);
    if (!word.equals("null") && !word.equals("true") && !word.equals("false")) {
      try {
        Double.parseDouble(word);
      } catch (NumberFormatException e) {
        throw problem();
      }
    }
  }

  private static boolean isWord(char each) {
    return each >= 'a' && each <= 'z'
        || each >= '0' && each <= '9'
        || each == '-'
        || each == '+'
        || each == '.'
        || each == 'E';
  }

  private void skipString() throws MalformedException {
    expect('"');
    while (peek() != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    at++;
  }

  private String string() throws MalformedException {
    expect('"');
    int from = at;
    while (peek() != '"' && peek() != '\\') {
      at++;
    }
    if (peek() == '"') {
      return text.substring(from, at++);
    }
    // Not as long as what is left of the whole: that would be as much for each of its texts.
    StringBuilder unescaped = new StringBuilder(2 * (at - from) + 16).append(text, from, at);
    for (char each = next(); each != '"'; each = next()) {
      unescaped.append(each == '\\' ? escaped(next()) : each);
    }
    return unescaped.toString();
  }

  private char escaped(char kind) throws MalformedException {
    return switch (kind) {
      case '"', '\\', '/' -> kind;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        int code = 0;
        for (int i = 0; i < 4; i++) {
          int digit = Character.digit(next(), 16);
          if (digit < 0) {
            throw problem();
          }
          code = code << 4 | digit;
        }
        yield (char) code;
      }
      default -> throw problem();
    };
  }

  private void skipSpace() {
    while (at < text.length() && text.charAt(at) <= ' ') {
      at++;
    }
  }

  private void expect(char wanted) throws MalformedException {
    skipSpace();
    if (peek() != wanted) {
      throw problem();
    }
    at++;
  }

  private char peek() throws MalformedException {
    if (at >= text.length()) {
      throw problem();
    }
    return text.charAt(at);
  }

  private char next() throws MalformedException {
    char each = peek();
    at++;
    return each;
  }

  private MalformedException problem() {
    return new MalformedException("no JSON of the expected form at character " + at);
  }
}
