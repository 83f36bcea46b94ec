package io.landbridge.front.config;

import java.util.Objects;

/**
 * A configuration to be published. What is empty was not said.
 *
 * @param name of the configuration
 * @param content of the configuration, not empty
 * @param tag of the clients it is for alone
 * @param betaIps addresses of the clients it is for alone, separated by commas
 * @param casMd5 of the content that is to be replaced; another content is not replaced
 * @param type such as {@code text} or {@code yaml}
 * @param app that publishes it
 * @param user who publishes it, as the client says
 * @param labels up to five words to find it by, separated by commas
 * @param description for people
 * @param use for people
 * @param effect for people
 * @param schema of the content
 */
public record Publication(
    ConfigName name,
    String content,
    String tag,
    String betaIps,
    String casMd5,
    String type,
    String app,
    String user,
    String labels,
    String description,
    String use,
    String effect,
    String schema) {

  /** Checks that no part is missing. */
  public Publication {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(content, "content");
    Objects.requireNonNull(tag, "tag");
    Objects.requireNonNull(betaIps, "betaIps");
    Objects.requireNonNull(casMd5, "casMd5");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(app, "app");
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(labels, "labels");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(use, "use");
    Objects.requireNonNull(effect, "effect");
    Objects.requireNonNull(schema, "schema");
  }
}
