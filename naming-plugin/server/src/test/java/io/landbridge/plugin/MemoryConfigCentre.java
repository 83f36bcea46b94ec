package io.landbridge.plugin;

import io.landbridge.model.NamespaceId;
import io.landbridge.publish.ConfigCentre;
import io.landbridge.publish.ConfigException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A configuration centre that can be made to fail. */
final class MemoryConfigCentre implements ConfigCentre {

  private final SortedMap<String, String> contents = new TreeMap<>();
  private boolean failing;
  private boolean readOnly;

  /** Everything in it: namespace, group and data id with slashes between them, to content. */
  synchronized SortedMap<String, String> contents() {
    return new TreeMap<>(contents);
  }

  synchronized void put(String namespace, String group, String dataId, String content) {
    contents.put(String.join("/", namespace, group, dataId), content);
  }

  synchronized void setFailing(boolean value) {
    failing = value;
  }

  synchronized void setReadOnly(boolean value) {
    readOnly = value;
  }

  @Override
  public synchronized Optional<String> read(NamespaceId namespace, String group, String dataId)
      throws ConfigException {
    answer();
    return Optional.ofNullable(contents.get(key(namespace, group, dataId)));
  }

  @Override
  public synchronized boolean compareAndSet(
      NamespaceId namespace, String group, String dataId, Optional<String> expected, String content)
      throws ConfigException {
    answer();
    write();
    String key = key(namespace, group, dataId);
    if (!Optional.ofNullable(contents.get(key)).equals(expected)) {
      return false;
    }
    contents.put(key, content);
    return true;
  }

  @Override
  public synchronized boolean compareAndDelete(
      NamespaceId namespace, String group, String dataId, String expected) throws ConfigException {
    answer();
    write();
    return contents.remove(key(namespace, group, dataId), expected);
  }

  private void answer() throws ConfigException {
    if (failing) {
      throw new ConfigException("the database is away", new IllegalStateException("on purpose"));
    }
  }

  private void write() throws ConfigException {
    if (readOnly) {
      throw new ConfigException(
          "the database is read-only", new IllegalStateException("on purpose"));
    }
  }

  private static String key(NamespaceId namespace, String group, String dataId) {
    return String.join("/", namespace.value(), group, dataId);
  }
}
