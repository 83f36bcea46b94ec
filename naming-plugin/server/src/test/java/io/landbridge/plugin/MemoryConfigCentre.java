package io.landbridge.plugin;

import io.landbridge.model.NamespaceId;
import io.landbridge.publish.ConfigCentre;
import io.landbridge.publish.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A configuration centre that can be made to fail. */
final class MemoryConfigCentre implements ConfigCentre {

  private final SortedMap<String, String> contents = new TreeMap<>();
  private final SortedMap<String, String> begun = new TreeMap<>();
  private final List<String> written = new ArrayList<>();
  private boolean failing;
  private final List<ChangeListener> listeners = new CopyOnWriteArrayList<>();
  private boolean readOnly;
  private String refused = "/";
  private int refusals;

  /** Everything in it: namespace, group and data id with slashes between them, to content. */
  synchronized SortedMap<String, String> contents() {
    return new TreeMap<>(contents);
  }

  /** What was written, changed or deleted through the port, in this order. */
  synchronized List<String> written() {
    return List.copyOf(written);
  }

  /** Somebody else writes, whatever it was. */
  void put(String namespace, String group, String dataId, String content) {
    synchronized (this) {
      contents.put(String.join("/", namespace, group, dataId), content);
    }
    listeners.forEach(each -> each.changed(NamespaceId.of(namespace), group, dataId));
  }

  /** Somebody else writes, and the server does not end it. */
  synchronized void begin(String namespace, String group, String dataId, String content) {
    begun.put(String.join("/", namespace, group, dataId), content);
  }

  /** It is gone, and nobody is told, as after a server that was killed meanwhile. */
  synchronized void lose(String key) {
    contents.remove(key);
  }

  synchronized void setFailing(boolean value) {
    failing = value;
  }

  /** Refuses to write what has this data id. */
  synchronized void setRefused(String dataId) {
    refused = "/" + dataId;
  }

  /** How often that was tried. */
  synchronized int refusals() {
    return refusals;
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
  public synchronized Optional<String> readBegun(NamespaceId namespace, String group, String dataId)
      throws ConfigException {
    answer();
    return Optional.ofNullable(begun.get(key(namespace, group, dataId)));
  }

  @Override
  public synchronized boolean isServed(NamespaceId namespace, String group, String dataId) {
    return contents.containsKey(key(namespace, group, dataId));
  }

  @Override
  public synchronized boolean compareAndSet(
      NamespaceId namespace, String group, String dataId, Optional<String> expected, String content)
      throws ConfigException {
    answer();
    write();
    String key = key(namespace, group, dataId);
    if (key.endsWith(refused)) {
      refusals++;
      throw new ConfigException("not this one", new IllegalStateException("on purpose"));
    }
    String whole = begun.remove(key);
    if (whole != null) {
      contents.put(key, whole);
      return false;
    }
    if (!Optional.ofNullable(contents.get(key)).equals(expected)) {
      return false;
    }
    contents.put(key, content);
    written.add(key);
    return true;
  }

  @Override
  public synchronized boolean compareAndDelete(
      NamespaceId namespace, String group, String dataId, String expected) throws ConfigException {
    answer();
    write();
    String key = key(namespace, group, dataId);
    boolean removed = contents.remove(key, expected);
    if (removed) {
      written.add(key);
    }
    return removed;
  }

  @Override
  public void onChange(ChangeListener listener) {
    listeners.add(listener);
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
