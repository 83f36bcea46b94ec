package io.landbridge.migrate.inventory;

import io.landbridge.model.LogText;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import org.jspecify.annotations.Nullable;

/** What the server refuses to tell of single names. For one thread. */
final class RefusedNames {

  private final LandscapeSink sink;
  private final boolean complete;
  private @Nullable RegistryException first;
  private boolean any;

  RefusedNames(LandscapeSink sink, boolean complete) {
    this.sink = sink;
    this.complete = complete;
  }

  void add(ServiceKey service, RegistryException failure) throws RegistryException {
    add(failure);
    sink.unreadable(service, LogText.of(failure.what()));
  }

  void add(NamespaceId namespace, RegistryException failure) throws RegistryException {
    if (failure.kind() == Kind.INCOMPLETE) {
      // A list that was in motion can be read later, and is too much to go without.
      throw failure;
    }
    add(failure);
    sink.unreadableNamespace(LogText.of(namespace.value()), LogText.of(failure.what()));
  }

  private void add(RegistryException failure) throws RegistryException {
    if (!failure.concernsOne() || (complete && failure.kind() != Kind.REFUSED)) {
      throw failure;
    }
    first = first == null ? failure : first;
  }

  void answered() {
    any = true;
  }

  /** A server that answers nothing at all does not refuse names. */
  void requireSome() throws RegistryException {
    if (first != null && !any && first.kind() != Kind.REFUSED) {
      throw first;
    }
  }
}
