package io.landbridge.host.config;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a line of the server writes configurations. Every call may block on its database. */
public interface ConfigWrites {

  /** How the configuration tables spell the default namespace. */
  public String defaultNamespace();

  /**
   * Writes if the stored checksum is the expected one, and tells listening clients and the other
   * members.
   *
   * @param md5 the checksum it must have; one that no content has, to write only when there is
   *     nothing
   * @throws Exception if it was something else, or the server could not write
   */
  public void write(Coordinates config, String content, String md5) throws Exception;

  /**
   * What somebody began to write and the server did not end, if there is such.
   *
   * @param md5 the stored checksum; one that no content has, when there is nothing
   * @throws Exception if the server could not read
   */
  default Optional<String> begun(Coordinates config, String md5) throws Exception {
    return Optional.empty();
  }

  /**
   * Finishes a write of anybody that the server began and did not end, and because of which it
   * refuses every other one that expects what is stored.
   *
   * @param md5 the stored checksum; one that no content has, when there is nothing
   * @return whether there was one, so that something else is stored now
   * @throws Exception if the server could not write
   */
  default boolean finish(Coordinates config, String md5) throws Exception {
    return false;
  }

  /**
   * Deletes, and tells listening clients and the other members.
   *
   * @throws Exception if the server could not
   */
  public void delete(Coordinates config) throws Exception;

  /**
   * Where a configuration is.
   *
   * @param namespace as the tables of this line spell it
   * @param group the group
   * @param dataId the id
   */
  public record Coordinates(String namespace, String group, String dataId) {

    /** For people. */
    @Override
    public String toString() {
      return "%s/%s/%s".formatted(namespace, group, dataId);
    }
  }

  /**
   * What is stored.
   *
   * @param content the text
   * @param md5 the checksum in the table
   */
  public record Stored(String content, String md5) {

    public static Optional<Stored> of(@Nullable String content, @Nullable String md5) {
      return content == null
          ? Optional.empty()
          : Optional.of(new Stored(content, md5 == null ? "" : md5));
    }
  }
}
