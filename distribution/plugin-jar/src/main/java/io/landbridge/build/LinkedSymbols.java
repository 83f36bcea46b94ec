package io.landbridge.build;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Collects what classes link to; visits one class after the other. */
final class LinkedSymbols extends ClassVisitor {

  private static final int API = Opcodes.ASM9;

  /** The server, and the Raft implementation whose types it hands out: what changes under us. */
  private static final List<String> SERVER =
      List.of("com/alibaba/nacos/", "com/alipay/sofa/jraft/");

  /** What is in the jar, under these names or others, and annotations that nobody reads. */
  private static final List<String> OWN =
      List.of("io/landbridge/", "org/apache/hc/", "org/jspecify/annotations/");

  /** Only Jackson 3 loads the classes that need it, on servers that have it; see ShownInstance. */
  private static final String JACKSON_3 = "tools/jackson/";

  private final SortedSet<String> symbols = new TreeSet<>();
  private final List<String> supertypes = new ArrayList<>();
  private final List<String> concrete = new ArrayList<>();
  private final Map<String, Boolean> server = new HashMap<>();
  private String part = "core";

  LinkedSymbols() {
    super(API);
  }

  SortedSet<String> symbols() {
    return symbols;
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      @Nullable String signature,
      @Nullable String superName,
      String @Nullable [] interfaces) {
    part = part(name);
    supertypes.clear();
    concrete.clear();
    if (superName != null) {
      add("class", superName);
      implemented(superName);
    }
    for (String each : interfaces == null ? new String[0] : interfaces) {
      add("interface", each);
      implemented(each);
    }
  }

  /** Libraries keep what they let others implement. */
  private void implemented(String supertype) {
    if (SERVER.stream().anyMatch(supertype::startsWith)) {
      supertypes.add(supertype);
    }
  }

  private static String part(String name) {
    if (name.startsWith("io/landbridge/front/nacos3/config/")) {
      return "config";
    }
    if (name.contains("/front/")) {
      return "front";
    }
    return name.startsWith("io/landbridge/host/http/") || name.endsWith("/AdminController")
        ? "http"
        : "core";
  }

  @Override
  public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
    return visible ? annotation(descriptor) : null;
  }

  @Override
  public @Nullable FieldVisitor visitField(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      @Nullable Object value) {
    type(Type.getType(descriptor));
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    if ((access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_PRIVATE)) == 0
        && !name.equals("<init>")) {
      concrete.add(name + descriptor);
    }
    type(Type.getReturnType(descriptor));
    for (Type each : Type.getArgumentTypes(descriptor)) {
      type(each);
    }
    for (String each : exceptions == null ? new String[0] : exceptions) {
      add("class", each);
    }
    return new Body();
  }

  @Override
  public void visitEnd() {
    for (String each : supertypes) {
      String owner = each.replace('/', '.');
      SortedSet<String> ours = new TreeSet<>(concrete);
      symbols.add(part + " implemented " + owner + " " + String.join(" ", ours));
    }
  }

  private @Nullable AnnotationVisitor annotation(String descriptor) {
    String owner = Type.getType(descriptor).getInternalName();
    if (!isServer(owner)) {
      return null;
    }
    add("interface", owner);
    return new AnnotationVisitor(API) {
      @Override
      public void visit(String name, Object value) {
        symbols.add(part + " element " + owner.replace('/', '.') + " " + name);
      }

      @Override
      public void visitEnum(String name, String type, String value) {
        visit(name, value);
        String enumOwner = Type.getType(type).getInternalName();
        member("static-field", enumOwner, value, type);
      }
    };
  }

  /** Whether it is an interface cannot be seen here, and does not matter for a cast. */
  private void type(Type type) {
    Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
    if (element.getSort() == Type.OBJECT && isServer(element.getInternalName())) {
      String owner = element.getClassName();
      symbols.add("%s class %s | interface %s".formatted(part, owner, owner));
    }
  }

  private void add(String kind, String owner) {
    if (isServer(owner)) {
      symbols.add(part + " " + kind + " " + owner.replace('/', '.'));
    }
  }

  private void member(String kind, String owner, String name, String descriptor) {
    if (isServer(owner)) {
      symbols.add(
          "%s %s %s %s %s".formatted(part, kind, owner.replace('/', '.'), name, descriptor));
    }
  }

  /** Whether the server has to bring a class: it is neither in the jar nor in every JVM. */
  private boolean isServer(String internalName) {
    return server.computeIfAbsent(
        internalName,
        name ->
            !name.startsWith(JACKSON_3)
                && OWN.stream().noneMatch(name::startsWith)
                && ClassLoader.getPlatformClassLoader().getResource(name + ".class") == null);
  }

  private final class Body extends MethodVisitor {

    Body() {
      super(API);
    }

    @Override
    public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
      return visible ? annotation(descriptor) : null;
    }

    @Override
    public @Nullable AnnotationVisitor visitParameterAnnotation(
        int parameter, String descriptor, boolean visible) {
      return visible ? annotation(descriptor) : null;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      type(Type.getObjectType(type));
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
      member(isStatic ? "static-field" : "field", owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (!owner.startsWith("[")) {
        method(opcode == Opcodes.INVOKESTATIC, owner, name, descriptor, isInterface);
      }
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object each : arguments) {
        if (each instanceof Handle handle) {
          method(
              handle.getTag() == Opcodes.H_INVOKESTATIC,
              handle.getOwner(),
              handle.getName(),
              handle.getDesc(),
              handle.isInterface());
        }
      }
    }

    @Override
    public void visitLdcInsn(Object value) {
      if (value instanceof Type type) {
        type(type);
      }
    }

    @Override
    public void visitTryCatchBlock(
        Label start, Label end, Label handler, @Nullable String exception) {
      if (exception != null) {
        add("class", exception);
      }
    }

    private void method(
        boolean isStatic, String owner, String name, String descriptor, boolean isInterface) {
      add(isInterface ? "interface" : "class", owner);
      member(isStatic ? "static-method" : "method", owner, name, descriptor);
    }
  }
}
