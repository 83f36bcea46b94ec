package io.landbridge.host.symbols;

import io.landbridge.host.symbols.ClassFile.Member;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Looks up what a symbol list asks for, without loading a class. For one thread. */
final class SymbolCheck {

  private final ClassSource source;
  private final Map<String, Optional<ClassFile>> read = new HashMap<>();

  SymbolCheck(ClassSource source) {
    this.source = source;
  }

  /** The requirements that are not met, in their order. */
  List<Requirement> missing(List<Requirement> requirements) {
    return requirements.stream()
        .filter(each -> each.alternatives().stream().noneMatch(this::has))
        .toList();
  }

  private boolean has(Symbol symbol) {
    List<String> details = symbol.details();
    return switch (symbol.kind()) {
      case CLASS -> read(symbol.owner()).filter(each -> !each.has(ClassFile.INTERFACE)).isPresent();
      case INTERFACE ->
          read(symbol.owner()).filter(each -> each.has(ClassFile.INTERFACE)).isPresent();
      case METHOD -> hasMethod(symbol.owner(), details, each -> !each.has(ClassFile.STATIC));
      case STATIC_METHOD -> hasMethod(symbol.owner(), details, each -> each.has(ClassFile.STATIC));
      case OVERRIDDEN ->
          hasMethod(
              symbol.owner(),
              details,
              each ->
                  !each.has(ClassFile.STATIC)
                      && !each.has(ClassFile.FINAL)
                      && !each.has(ClassFile.PRIVATE));
      case FIELD -> hasField(symbol.owner(), details, each -> !each.has(ClassFile.STATIC));
      case STATIC_FIELD -> hasField(symbol.owner(), details, each -> each.has(ClassFile.STATIC));
      case ELEMENT ->
          read(symbol.owner()).stream()
              .flatMap(each -> each.methods().stream())
              .anyMatch(each -> each.name().equals(details.get(0)));
      case IMPLEMENTED -> implementsAll(symbol.owner(), Set.copyOf(details));
    };
  }

  private boolean hasMethod(String owner, List<String> details, Predicate<Member> fits) {
    return hierarchy(owner).stream()
        .flatMap(each -> each.methods().stream())
        .filter(each -> each.name().equals(details.get(0)))
        .anyMatch(each -> each.descriptor().equals(details.get(1)) && fits.test(each));
  }

  private boolean hasField(String owner, List<String> details, Predicate<Member> fits) {
    return hierarchy(owner).stream()
        .flatMap(each -> each.fields().stream())
        .filter(each -> each.name().equals(details.get(0)))
        .anyMatch(each -> each.descriptor().equals(details.get(1)) && fits.test(each));
  }

  private boolean implementsAll(String owner, Set<String> ours) {
    Set<String> concrete = new HashSet<>(ours);
    List<String> wanted = new ArrayList<>();
    for (ClassFile each : hierarchy(owner)) {
      for (Member method : each.methods()) {
        if (method.has(ClassFile.ABSTRACT)) {
          wanted.add(method.signature());
        } else {
          concrete.add(method.signature());
        }
      }
    }
    return read(owner).isPresent() && concrete.containsAll(wanted);
  }

  /** The class and its supertypes, nearest first; those that cannot be found are left out. */
  private List<ClassFile> hierarchy(String owner) {
    List<ClassFile> found = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(owner));
    while (!open.isEmpty()) {
      String name = open.removeFirst();
      if (name.isEmpty() || !seen.add(name)) {
        continue;
      }
      read(name)
          .ifPresent(
              each -> {
                found.add(each);
                open.add(each.superName());
                open.addAll(each.interfaces());
              });
    }
    return found;
  }

  private Optional<ClassFile> read(String name) {
    return read.computeIfAbsent(name, this::readNow);
  }

  private Optional<ClassFile> readNow(String name) {
    String path = name.replace('.', '/') + ".class";
    try {
      Optional<InputStream> stream = source.open(path);
      if (stream.isEmpty()) {
        stream =
            Optional.ofNullable(ClassLoader.getSystemResourceAsStream(path))
                .filter(each -> name.startsWith("java."));
      }
      if (stream.isEmpty()) {
        return Optional.empty();
      }
      try (InputStream in = stream.get()) {
        return Optional.of(ClassFile.read(in));
      }
    } catch (IOException e) {
      // A class that cannot be read cannot be linked either.
      return Optional.empty();
    }
  }
}
