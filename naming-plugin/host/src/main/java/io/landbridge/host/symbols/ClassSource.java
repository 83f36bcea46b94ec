package io.landbridge.host.symbols;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Where the bytes of classes come from. */
@FunctionalInterface
public interface ClassSource {

  /**
   * Opens a resource.
   *
   * @param path for example {@code java/lang/Object.class}
   * @return the bytes, or empty when there is no such resource
   * @throws IOException if it is there but cannot be read
   */
  Optional<InputStream> open(String path) throws IOException;

  /** The classes a class loader sees. */
  static ClassSource of(ClassLoader loader) {
    return path -> Optional.ofNullable(loader.getResourceAsStream(path));
  }
}
