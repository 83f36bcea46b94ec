package io.landbridge.host.http;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;
import io.landbridge.service.answer.PageRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request of the admin API, whose parameters are read as their types when somebody asks for them.
 * What is wrong with one is an {@link IllegalArgumentException} that names it.
 */
final class AdminRequest {

  /** The longest body that is read: an entry of the log, as text, and more. */
  private static final int MAX_BODY_BYTES = 1 << 20;

  private final Function<String, @Nullable String> parameters;
  private final InputStream body;

  /**
   * Reads nothing yet.
   *
   * @param parameters the raw text of a parameter; null where there is none
   * @param body read only by requests that have one
   */
  AdminRequest(Function<String, @Nullable String> parameters, InputStream body) {
    this.parameters = parameters;
    this.body = body;
  }

  /** The raw text; null where there is none. */
  @Nullable String text(String name) {
    return parameters.apply(name);
  }

  String text(String name, String otherwise) {
    @Nullable String text = text(name);
    return text == null ? otherwise : text;
  }

  String required(String name) {
    return present(name, text(name));
  }

  /** Without blanks around it; empty if there is nothing else. */
  Optional<String> any(String name) {
    @Nullable String text = text(name);
    return text == null || text.isBlank() ? Optional.empty() : Optional.of(text.strip());
  }

  /** Names separated by commas or blanks. */
  Optional<List<String>> list(String name) {
    return any(name).map(text -> List.of(text.split("[,\\s]+")));
  }

  boolean requiredFlag(String name) {
    return flag(name, required(name));
  }

  /** False where there is none. */
  boolean flag(String name) {
    @Nullable String text = text(name);
    return text != null && flag(name, text);
  }

  static boolean flag(String name, String value) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new IllegalArgumentException(
              "the parameter '" + name + "' is '" + value + "', not true or false");
    };
  }

  long requiredNumber(String name) {
    return number(name, required(name));
  }

  /** Empty where there is none. */
  Optional<Long> number(String name) {
    return Optional.ofNullable(text(name)).map(text -> number(name, text));
  }

  private static long number(String name, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "the parameter '" + name + "' is '" + value + "', not an integer", e);
    }
  }

  ApplicationKey application() {
    return new ApplicationKey(namespace(), new ApplicationName(required("application")));
  }

  /** The default namespace where there is none. */
  NamespaceId namespace() {
    @Nullable String namespace = text("namespace");
    return namespace == null ? NamespaceId.PUBLIC : NamespaceId.of(namespace);
  }

  /** All namespaces where there is none. */
  Optional<NamespaceId> anyNamespace() {
    @Nullable String namespace = text("namespace");
    return namespace == null || namespace.isBlank()
        ? Optional.empty()
        : Optional.of(NamespaceId.of(namespace));
  }

  PageRequest page(String cursor) {
    return new PageRequest(
        number("limit")
            .map(limit -> (int) Math.max(0, Math.min(limit, Integer.MAX_VALUE)))
            .orElse(PageRequest.DEFAULT_LIMIT),
        text(cursor, ""));
  }

  /** Reads the body, and no more of it than there may be, whatever its length is said to be. */
  String body(String name) {
    try {
      byte[] bytes = body.readNBytes(MAX_BODY_BYTES + 1);
      if (bytes.length > MAX_BODY_BYTES) {
        throw new TooLargeException(
            "the body '%s' has more than %d bytes; send less data per request"
                .formatted(name, MAX_BODY_BYTES));
      }
      return present(name, new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalArgumentException("the body '" + name + "' is incomplete", e);
    }
  }

  private static String present(String name, @Nullable String value) {
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException("the parameter '" + name + "' is missing");
    }
    return value;
  }

  static final class TooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TooLargeException(String message) {
      super(message);
    }
  }
}
