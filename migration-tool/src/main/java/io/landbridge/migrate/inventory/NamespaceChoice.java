package io.landbridge.migrate.inventory;

import io.landbridge.model.NamespaceId;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Chooses the namespaces to read: those that are wanted, or all there are. For one thread. */
final class NamespaceChoice {

  private final Registry registry;
  private final Consumer<String> progress;
  private final LandscapeReader.Used used;

  NamespaceChoice(Registry registry, Consumer<String> progress, LandscapeReader.Used used) {
    this.registry = registry;
    this.progress = progress;
    this.used = used;
  }

  /**
   * Those to read.
   *
   * @param wanted empty for all that the server lists and all that are used
   * @throws UnknownNamespaceException if the server does not know one, and has nothing in it
   */
  Namespaces choose(Set<NamespaceId> wanted) throws RegistryException, UnknownNamespaceException {
    Optional<Namespaces> known = known(!wanted.isEmpty());
    if (wanted.isEmpty()) {
      // Nacos takes registrations in a namespace that nobody has made.
      Namespaces all = known.orElse(Namespaces.of(NamespaceId.PUBLIC)).and(used());
      if (known.isEmpty() && all.ids().size() == 1) {
        progress.accept(
            "this server does not list its namespaces; reading 'public' only, add others with"
                + " --namespace");
      }
      return all;
    }
    for (NamespaceId each : wanted) {
      if (known.isPresent() && !known.get().ids().contains(each) && !isUsed(each)) {
        throw new UnknownNamespaceException(each, known.get().and(used()));
      }
    }
    return new Namespaces(List.copyOf(wanted), Collections.emptySortedMap());
  }

  private Namespaces used() throws RegistryException {
    Namespaces all = new Namespaces(List.copyOf(used.namespaces()), Collections.emptySortedMap());
    try {
      return all.and(registry.used());
    } catch (RegistryException e) {
      if (!e.concernsOne()) {
        throw e;
      }
      progress.accept("undeclared namespaces cannot be listed: " + e.what());
      return all;
    }
  }

  private boolean isUsed(NamespaceId namespace) throws RegistryException {
    try {
      return !registry.services(namespace).isEmpty();
    } catch (RegistryException e) {
      if (!e.concernsOne()) {
        throw e;
      }
      // Only a list that is there can be too large, or change while it is read.
      return e.kind() == Kind.TOO_LARGE || e.kind() == Kind.INCOMPLETE;
    }
  }

  /** Who may read a namespace need not be allowed to list all of them. */
  private Optional<Namespaces> known(boolean named) throws RegistryException {
    try {
      return registry.namespaces();
    } catch (RegistryException e) {
      if (named && e.kind() == Kind.UNAUTHORISED) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
