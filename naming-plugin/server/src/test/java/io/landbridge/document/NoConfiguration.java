package io.landbridge.document;

import io.landbridge.model.NamespaceId;
import io.landbridge.publish.ConfigCentre;
import java.util.Optional;

/** A configuration centre with nothing in it. */
final class NoConfiguration implements ConfigCentre {

  @Override
  public Optional<String> read(NamespaceId namespace, String group, String dataId) {
    return Optional.empty();
  }

  @Override
  public boolean isServed(NamespaceId namespace, String group, String dataId) {
    return false;
  }

  @Override
  public boolean compareAndSet(
      NamespaceId namespace,
      String group,
      String dataId,
      Optional<String> expected,
      String content) {
    return false;
  }

  @Override
  public boolean compareAndDelete(
      NamespaceId namespace, String group, String dataId, String expected) {
    return false;
  }

  @Override
  public void onChange(ChangeListener listener) {}
}
