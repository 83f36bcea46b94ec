package io.landbridge.document.hessian;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads Hessian 2 from somebody who may mean harm. What comes out are strings, numbers, booleans,
 * null, {@link List}s and {@link HessianMap}s; whatever class the bytes name, none is looked for.
 * Dates and binary data are refused. For one thread.
 *
 * <p>Depth and number of the values are limited, and no length is believed before that many bytes
 * are there, so the memory taken is a small multiple of the input's size. What was read may refer
 * to the same value many times, and to itself: whoever walks it takes each step from {@link
 * #budget}, and never makes a text of anything but a scalar.
 */
public final class HessianReader {

  /** How deep values may be nested. */
  static final int MAX_DEPTH = 64;

  /** How many values there may be in all. */
  static final int MAX_VALUES = 200_000;

  private final byte[] bytes;
  private final Budget budget;
  private int at;
  private int values;

  private record Definition(String type, List<String> fields) {}

  private final List<Object> references = new ArrayList<>();
  private final List<String> types = new ArrayList<>();
  private final List<Definition> definitions = new ArrayList<>();

  /**
   * Makes a reader.
   *
   * @param bytes values one after the other; kept, not copied
   */
  public HessianReader(byte[] bytes) {
    this.bytes = bytes;
    this.budget = new Budget(bytes.length);
  }

  /** What is left for reading on, and for making something of what was read. */
  public Budget budget() {
    return budget;
  }

  /**
   * Reads the next value.
   *
   * @throws MalformedHessianException if there is none, or a limit is passed
   */
  public @Nullable Object read() throws MalformedHessianException {
    return value(0);
  }

  private @Nullable Object value(int depth) throws MalformedHessianException {
    if (depth > MAX_DEPTH) {
      throw new MalformedHessianException("nested more than " + MAX_DEPTH + " deep");
    }
    if (++values > MAX_VALUES) {
      throw new MalformedHessianException("more than " + MAX_VALUES + " values");
    }
    budget.take(1);
    int tag = next();
    // Lists and maps, of which each may have a form of its own for a few elements.
    if (tag >= 0x60 && tag <= 0x6f) {
      return object(tag - 0x60, depth);
    }
    if (tag >= 0x70 && tag <= 0x77) {
      type();
      return list(tag - 0x70, depth);
    }
    if (tag >= 0x78 && tag <= 0x7f) {
      return list(tag - 0x78, depth);
    }
    return switch (tag) {
      case 'N' -> null;
      case 'T' -> Boolean.TRUE;
      case 'F' -> Boolean.FALSE;
      case 'C' -> {
        define();
        yield value(depth);
      }
      case 'O' -> object(index(), depth);
      case 'H' -> map("", depth);
      case 'M' -> map(type(), depth);
      case 'U' -> {
        type();
        yield openList(depth);
      }
      case 'V' -> {
        type();
        yield list(index(), depth);
      }
      case 'W' -> openList(depth);
      case 'X' -> list(index(), depth);
      case 'Q' -> element(references, index(), "reference");
      default -> scalar(tag);
    };
  }

  private Object scalar(int tag) throws MalformedHessianException {
    if (isString(tag)) {
      return text(tag);
    }
    if (isInt(tag)) {
      return integer(tag);
    }
    if (tag >= 0xd8 && tag <= 0xef) {
      return (long) tag - 0xe0;
    }
    if (tag >= 0xf0) {
      return ((long) tag - 0xf8 << 8) + next();
    }
    if (tag >= 0x38 && tag <= 0x3f) {
      return ((long) tag - 0x3c << 16) + number(2);
    }
    return switch (tag) {
      case 'L' -> number(8);
      case 'Y' -> (long) (int) number(4);
      case 'D' -> Double.longBitsToDouble(number(8));
      case 0x5b -> 0.0;
      case 0x5c -> 1.0;
      case 0x5d -> (double) (byte) next();
      case 0x5e -> (double) (short) number(2);
      case 0x5f -> 0.001 * (int) number(4);
      default -> throw new MalformedHessianException("unexpected byte 0x%02x".formatted(tag));
    };
  }

  private static boolean isInt(int tag) {
    return tag == 'I' || tag >= 0x80 && tag <= 0xd7;
  }

  private int integer(int tag) throws MalformedHessianException {
    if (tag == 'I') {
      return (int) number(4);
    }
    if (tag <= 0xbf) {
      return tag - 0x90;
    }
    if (tag <= 0xcf) {
      return (tag - 0xc8 << 8) + next();
    }
    return (tag - 0xd4 << 16) + (int) number(2);
  }

  private int index() throws MalformedHessianException {
    int tag = next();
    if (!isInt(tag)) {
      throw new MalformedHessianException("a length or an index is missing");
    }
    return integer(tag);
  }

  private static boolean isString(int tag) {
    return tag <= 0x1f || tag >= 0x30 && tag <= 0x33 || tag == 'R' || tag == 'S';
  }

  private String string() throws MalformedHessianException {
    int tag = next();
    if (!isString(tag)) {
      throw new MalformedHessianException("a name is missing");
    }
    return text(tag);
  }

  private String text(int first) throws MalformedHessianException {
    StringBuilder text = new StringBuilder();
    int tag = first;
    while (tag == 'R') {
      characters((int) number(2), text);
      tag = next();
    }
    if (!isString(tag)) {
      throw new MalformedHessianException("a string does not end");
    }
    if (tag == 'S') {
      characters((int) number(2), text);
    } else {
      characters(tag <= 0x1f ? tag : (tag - 0x30 << 8) + next(), text);
    }
    return text.toString();
  }

  /** The length counts chars, each of which is encoded by itself. */
  private void characters(int length, StringBuilder text) throws MalformedHessianException {
    require(length);
    budget.take(length);
    text.ensureCapacity(text.length() + length);
    for (int i = 0; i < length; i++) {
      int one = next();
      if (one < 0x80) {
        text.append((char) one);
      } else if ((one & 0xe0) == 0xc0) {
        text.append((char) ((one & 0x1f) << 6 | continuation()));
      } else if ((one & 0xf0) == 0xe0) {
        text.append((char) ((one & 0x0f) << 12 | continuation() << 6 | continuation()));
      } else {
        throw new MalformedHessianException("a string that is not UTF-8");
      }
    }
  }

  private int continuation() throws MalformedHessianException {
    int one = next();
    if ((one & 0xc0) != 0x80) {
      throw new MalformedHessianException("a string that is not UTF-8");
    }
    return one & 0x3f;
  }

  /** Written out the first time, by number afterwards. */
  private String type() throws MalformedHessianException {
    int tag = next();
    if (isInt(tag)) {
      return element(types, integer(tag), "type");
    }
    if (!isString(tag)) {
      throw new MalformedHessianException("a type is missing");
    }
    String type = text(tag);
    types.add(type);
    return type;
  }

  private void define() throws MalformedHessianException {
    String type = string();
    int count = index();
    require(count);
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      fields.add(string());
    }
    values += count;
    definitions.add(new Definition(type, fields));
    if (definitions.size() > MAX_DEPTH) {
      // A definition stands before a value, which may be the next definition.
      throw new MalformedHessianException("more than " + MAX_DEPTH + " classes");
    }
  }

  private HessianMap object(int index, int depth) throws MalformedHessianException {
    Definition definition = element(definitions, index, "class");
    HessianMap object = new HessianMap(definition.type());
    references.add(object);
    for (String field : definition.fields()) {
      object.put(field, value(depth + 1));
    }
    return object;
  }

  private HessianMap map(String type, int depth) throws MalformedHessianException {
    HessianMap map = new HessianMap(type);
    references.add(map);
    while (!isEnd()) {
      Object key = value(depth + 1);
      if (key instanceof HessianMap || key instanceof List) {
        // It could contain itself, and then it has no hash.
        throw new MalformedHessianException("a key that is no scalar");
      }
      map.put(key, value(depth + 1));
    }
    return map;
  }

  private List<@Nullable Object> list(int length, int depth) throws MalformedHessianException {
    require(length);
    List<@Nullable Object> list = new ArrayList<>();
    references.add(list);
    for (int i = 0; i < length; i++) {
      list.add(value(depth + 1));
    }
    return list;
  }

  private List<@Nullable Object> openList(int depth) throws MalformedHessianException {
    List<@Nullable Object> list = new ArrayList<>();
    references.add(list);
    while (!isEnd()) {
      list.add(value(depth + 1));
    }
    return list;
  }

  private boolean isEnd() throws MalformedHessianException {
    require(1);
    if (bytes[at] != 'Z') {
      return false;
    }
    at++;
    return true;
  }

  private static <T> T element(List<T> known, int index, String what)
      throws MalformedHessianException {
    if (index < 0 || index >= known.size()) {
      throw new MalformedHessianException("unknown " + what + " " + index);
    }
    return known.get(index);
  }

  private long number(int length) throws MalformedHessianException {
    long number = 0;
    for (int i = 0; i < length; i++) {
      number = number << 8 | next();
    }
    return number;
  }

  private int next() throws MalformedHessianException {
    require(1);
    return bytes[at++] & 0xff;
  }

  /** Every value and every char takes at least one byte. */
  private void require(int length) throws MalformedHessianException {
    if (length < 0 || length > bytes.length - at) {
      throw new MalformedHessianException(
          "ends %d bytes short".formatted((long) length - (bytes.length - at)));
    }
  }
}
