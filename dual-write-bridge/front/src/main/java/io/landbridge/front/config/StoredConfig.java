package io.landbridge.front.config;

import java.util.Objects;

/**
 * A configuration as the server has it for a client.
 *
 * @param state whether there is one; if not, all else is empty
 * @param content what was published, decrypted
 * @param md5 of the content
 * @param type such as {@code text} or {@code yaml}
 * @param contentType of HTTP
 * @param modified when it was published, in milliseconds since 1970
 * @param dataKey what an encrypted configuration was encrypted with; empty for others
 * @param beta whether it is shown to some clients by their address alone
 * @param tag the tag by which it is shown to some clients alone; empty for others
 */
public record StoredConfig(
    State state,
    String content,
    String md5,
    String type,
    String contentType,
    long modified,
    String dataKey,
    boolean beta,
    String tag) {

  /** There is none of that name. */
  public static final StoredConfig ABSENT =
      new StoredConfig(State.ABSENT, "", "", "", "", 0, "", false, "");

  /** It is being written. */
  public static final StoredConfig BUSY =
      new StoredConfig(State.BUSY, "", "", "", "", 0, "", false, "");

  /** Whether there is a configuration. */
  public enum State {
    /** It is there. */
    FOUND,
    /** It is not there. */
    ABSENT,
    /** It is being written; the client may ask again. */
    BUSY
  }

  /** Checks that no part is missing. */
  public StoredConfig {
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(content, "content");
    Objects.requireNonNull(md5, "md5");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(contentType, "contentType");
    Objects.requireNonNull(dataKey, "dataKey");
    Objects.requireNonNull(tag, "tag");
  }
}
