package io.landbridge.host.symbols;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The declarations in a class file (JVM specification, chapter 4), without its code.
 *
 * <p>Reflection would tell the same, but it resolves every type that a signature mentions: a class
 * whose optional dependency is absent could not be looked at, and looking would load classes before
 * it is known whether they fit.
 *
 * @param name binary name with dots
 * @param access access flags
 * @param superName the superclass, empty for {@code java.lang.Object}
 * @param interfaces the direct superinterfaces
 * @param fields declared fields
 * @param methods declared methods
 */
record ClassFile(
    String name,
    int access,
    String superName,
    List<String> interfaces,
    List<Member> fields,
    List<Member> methods) {

  static final int PRIVATE = 0x0002;
  static final int STATIC = 0x0008;
  static final int FINAL = 0x0010;
  static final int INTERFACE = 0x0200;
  static final int ABSTRACT = 0x0400;

  private static final int MAGIC = 0xCAFEBABE;

  /**
   * A field or method.
   *
   * @param access access flags
   * @param name the name
   * @param descriptor types, as the JVM writes them
   */
  record Member(int access, String name, String descriptor) {

    boolean has(int flag) {
      return (access & flag) != 0;
    }

    String signature() {
      return name + descriptor;
    }
  }

  boolean has(int flag) {
    return (access & flag) != 0;
  }

  /**
   * Reads a class file.
   *
   * @throws IOException if it is none
   */
  static ClassFile read(InputStream stream) throws IOException {
    DataInputStream in = new DataInputStream(stream);
    if (in.readInt() != MAGIC) {
      throw new IOException("not a class file");
    }
    in.readInt();
    Object[] pool = readPool(in);
    int access = in.readUnsignedShort();
    String name = className(pool, in.readUnsignedShort());
    int superIndex = in.readUnsignedShort();
    String superName = superIndex == 0 ? "" : className(pool, superIndex);
    List<String> interfaces = new ArrayList<>();
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      interfaces.add(className(pool, in.readUnsignedShort()));
    }
    List<Member> fields = readMembers(in, pool);
    List<Member> methods = readMembers(in, pool);
    return new ClassFile(name, access, superName, List.copyOf(interfaces), fields, methods);
  }

  private static Object[] readPool(DataInputStream in) throws IOException {
    int size = in.readUnsignedShort();
    Object[] pool = new Object[size];
    for (int i = 1; i < size; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> pool[i] = in.readUTF();
        case 7 -> pool[i] = in.readUnsignedShort();
        case 3, 4, 9, 10, 11, 12, 17, 18 -> in.readInt();
        case 5, 6 -> {
          in.readLong();
          i++;
        }
        case 8, 16, 19, 20 -> in.readUnsignedShort();
        case 15 -> {
          in.readUnsignedByte();
          in.readUnsignedShort();
        }
        default -> throw new IOException("constant " + i + " has the unknown tag " + tag);
      }
    }
    return pool;
  }

  private static List<Member> readMembers(DataInputStream in, Object[] pool) throws IOException {
    List<Member> members = new ArrayList<>();
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      int access = in.readUnsignedShort();
      String name = utf8(pool, in.readUnsignedShort());
      String descriptor = utf8(pool, in.readUnsignedShort());
      members.add(new Member(access, name, descriptor));
      for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
        in.readUnsignedShort();
        in.skipNBytes(Integer.toUnsignedLong(in.readInt()));
      }
    }
    return List.copyOf(members);
  }

  private static String className(Object[] pool, int index) throws IOException {
    if (index < pool.length && pool[index] instanceof Integer nameIndex) {
      return utf8(pool, nameIndex).replace('/', '.');
    }
    throw new IOException("constant " + index + " is no class");
  }

  private static String utf8(Object[] pool, int index) throws IOException {
    if (index < pool.length && pool[index] instanceof String text) {
      return text;
    }
    throw new IOException("constant " + index + " is no text");
  }
}
