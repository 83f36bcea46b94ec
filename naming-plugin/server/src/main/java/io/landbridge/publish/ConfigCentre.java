package io.landbridge.publish;

import io.landbridge.model.NamespaceId;
import java.util.Optional;

/**
 * The port to the configuration of the cluster. Calls block on the server's database, unless they
 * say otherwise; they are made on threads of our own only.
 */
public interface ConfigCentre {

  /**
   * Reads the current content from the source of truth, not from a cache.
   *
   * @return the content, or empty when there is no such configuration
   * @throws ConfigException if the server could not answer
   */
  Optional<String> read(NamespaceId namespace, String group, String dataId) throws ConfigException;

  /**
   * Reads what somebody began to write and the server did not end, so that nobody can read it, and
   * nobody who compares can write anything else before {@link #compareAndSet} was refused once.
   *
   * @return the content, or empty when there is no such, as on servers that cannot leave any
   * @throws ConfigException if the server could not answer
   */
  default Optional<String> readBegun(NamespaceId namespace, String group, String dataId)
      throws ConfigException {
    return Optional.empty();
  }

  /**
   * Whether this member gives a configuration to its clients, with whatever content: it takes over
   * what is in the database a moment later. From memory; safe for use from any thread.
   */
  boolean isServed(NamespaceId namespace, String group, String dataId);

  /**
   * Writes a configuration if it still is what it was.
   *
   * @param expected the content it must have now; empty when it must not exist
   * @param content the new content
   * @return false when it was something else, or has become something else already
   * @throws ConfigException if the server could not answer or refused the write
   */
  boolean compareAndSet(
      NamespaceId namespace, String group, String dataId, Optional<String> expected, String content)
      throws ConfigException;

  /**
   * Deletes a configuration if it still is what it was, as nearly as the server allows: it has no
   * conditional delete, so a write in the same instant may be lost.
   *
   * @param expected the content it must have now
   * @return false when it was something else or not there
   * @throws ConfigException if the server could not answer or refused
   */
  boolean compareAndDelete(NamespaceId namespace, String group, String dataId, String expected)
      throws ConfigException;

  /**
   * Registers interest in what anybody writes or deletes, on whichever member.
   *
   * @param listener told after each change, once this member serves it, but not reliably
   */
  void onChange(ChangeListener listener);

  /** Told of changes. Quick; called on threads of the server. */
  @FunctionalInterface
  interface ChangeListener {

    /** Somebody wrote or deleted it, perhaps with the content it had. */
    void changed(NamespaceId namespace, String group, String dataId);
  }
}
