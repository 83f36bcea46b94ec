package io.landbridge.compat.translation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Writes the interfaces of the providers: empty ones that extend those of package {@code demo}. */
final class Interfaces {

  private Interfaces() {}

  /** Writes all interfaces of some providers to a directory that can go on a class path. */
  static void write(Path directory, Collection<ProviderKind> providers) {
    for (ProviderKind provider : providers) {
      for (Service service : Service.values()) {
        write(directory, provider.packageName().replace('.', '/') + '/', service.simpleName());
      }
    }
  }

  private static void write(Path directory, String packagePath, String simpleName) {
    ClassWriter type = new ClassWriter(0);
    type.visit(
        Opcodes.V1_8,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT,
        packagePath + simpleName,
        null,
        "java/lang/Object",
        new String[] {"demo/" + simpleName});
    type.visitEnd();
    Path file = directory.resolve(packagePath).resolve(simpleName + ".class");
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, type.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }
}
