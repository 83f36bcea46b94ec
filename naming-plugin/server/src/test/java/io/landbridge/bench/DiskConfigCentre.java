package io.landbridge.bench;

import io.landbridge.model.NamespaceId;
import io.landbridge.publish.ConfigCentre;
import io.landbridge.publish.ConfigException;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** A configuration centre that has nothing on the heap. */
final class DiskConfigCentre implements ConfigCentre {

  private final Path directory;

  DiskConfigCentre(Path directory) {
    this.directory = directory;
  }

  @Override
  public synchronized Optional<String> read(NamespaceId namespace, String group, String dataId)
      throws ConfigException {
    try {
      return Optional.of(Files.readString(file(namespace, group, dataId)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new ConfigException("cannot read", e);
    }
  }

  @Override
  public boolean isServed(NamespaceId namespace, String group, String dataId) {
    return Files.exists(file(namespace, group, dataId));
  }

  @Override
  public synchronized boolean compareAndSet(
      NamespaceId namespace, String group, String dataId, Optional<String> expected, String content)
      throws ConfigException {
    if (!read(namespace, group, dataId).equals(expected)) {
      return false;
    }
    try {
      Path file = file(namespace, group, dataId);
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
      return true;
    } catch (IOException e) {
      throw new ConfigException("cannot write", e);
    }
  }

  @Override
  public synchronized boolean compareAndDelete(
      NamespaceId namespace, String group, String dataId, String expected) throws ConfigException {
    if (!read(namespace, group, dataId).equals(Optional.of(expected))) {
      return false;
    }
    try {
      Files.delete(file(namespace, group, dataId));
      return true;
    } catch (IOException e) {
      throw new ConfigException("cannot delete", e);
    }
  }

  private Path file(NamespaceId namespace, String group, String dataId) {
    return directory
        .resolve(URLEncoder.encode(namespace.value(), StandardCharsets.UTF_8))
        .resolve(URLEncoder.encode(group, StandardCharsets.UTF_8))
        .resolve(URLEncoder.encode(dataId, StandardCharsets.UTF_8));
  }

  @Override
  public void onChange(ChangeListener listener) {}
}
