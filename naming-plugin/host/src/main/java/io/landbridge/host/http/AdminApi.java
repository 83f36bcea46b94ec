package io.landbridge.host.http;

import io.landbridge.host.boot.PluginSlot;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;
import io.landbridge.service.Administration;
import io.landbridge.service.AdministrationException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/**
 * Answers requests. Parameters come as the raw text, or null where there is none, so that what is
 * wrong with them is said in our words and our format.
 */
public final class AdminApi {

  /** Where the API is, below the server's context path. */
  public static final String PATH = "/landbridge/v1";

  private static final Logger LOG = LoggerFactory.getLogger(AdminApi.class);

  private final PluginSlot slot;
  private final boolean isProtected;
  private final Json json = new Json();

  /**
   * Makes the API.
   *
   * @param slot where the plugin is
   * @param isProtected whether the server's authentication knows of these paths; if not, nothing is
   *     answered
   */
  public AdminApi(PluginSlot slot, boolean isProtected) {
    this.slot = slot;
    this.isProtected = isProtected;
  }

  /** Answers {@code GET /status}. */
  public ResponseEntity<String> status(HttpMethod method) {
    return answer("/status", "GET", method, api -> json.success(api.status()));
  }

  /** Answers {@code GET /applications}. */
  public ResponseEntity<String> applications(HttpMethod method, @Nullable String namespace) {
    return answer(
        "/applications",
        "GET",
        method,
        api ->
            json.success(
                api.applications(
                    namespace == null || namespace.isBlank()
                        ? Optional.empty()
                        : Optional.of(namespace(namespace)))));
  }

  /** Answers {@code GET /application}. */
  public ResponseEntity<String> application(
      HttpMethod method, @Nullable String namespace, @Nullable String application) {
    return answer(
        "/application",
        "GET",
        method,
        api -> json.success(api.application(key(namespace, application))));
  }

  /** Answers {@code GET /instances}. */
  public ResponseEntity<String> instances(
      HttpMethod method, @Nullable String namespace, @Nullable String application) {
    return answer(
        "/instances",
        "GET",
        method,
        api -> json.success(api.instances(key(namespace, application))));
  }

  /** Answers {@code PUT /translation}. */
  public ResponseEntity<String> translation(
      HttpMethod method,
      @Nullable String namespace,
      @Nullable String application,
      @Nullable String enabled,
      @Nullable String force) {
    return answer(
        "/translation",
        "PUT",
        method,
        api ->
            json.success(
                api.switchTranslation(
                    key(namespace, application),
                    bool("enabled", required("enabled", enabled)),
                    force != null && bool("force", force))));
  }

  private interface Question {
    ResponseEntity<String> ask(Administration api) throws AdministrationException;
  }

  private ResponseEntity<String> answer(
      String path, String verb, HttpMethod method, Question question) {
    if (!isProtected) {
      return json.error(
          503, "the admin API is off: the server's authentication could not be told of it");
    }
    // The server looks up by the exact path and verb whether a request must be authenticated, and
    // lets pass what it does not find. Spring is more generous (HEAD for GET, matrix parameters,
    // doubled slashes), so anything but the exact spelling is refused here.
    if (!method.name().equals(verb)) {
      return json.error(405, path + " is asked with " + verb + ", not with " + method.name());
    }
    if (!isExactly(path)) {
      return json.error(404, "there is no such path; did you mean " + PATH + path + "?");
    }
    try {
      return question.ask(slot.administration());
    } catch (AdministrationException e) {
      return json.error(httpStatus(e.kind()), message(e));
    } catch (IllegalArgumentException e) {
      return json.error(400, message(e));
    } catch (RuntimeException | LinkageError e) {
      LOG.error("A request for {} could not be answered", path, e);
      return json.error(500, "the request could not be answered; see the server's log");
    }
  }

  private static boolean isExactly(String path) {
    @Nullable String asked = ServletUriComponentsBuilder.fromCurrentRequestUri().build().getPath();
    @Nullable String context =
        ServletUriComponentsBuilder.fromCurrentContextPath().build().getPath();
    return ((context == null ? "" : context) + PATH + path).equals(asked);
  }

  private static int httpStatus(AdministrationException.Kind kind) {
    return switch (kind) {
      case BAD_REQUEST -> 400;
      case NOT_FOUND -> 404;
      case CONFLICT -> 409;
      case UNAVAILABLE -> 503;
    };
  }

  private static String message(Exception e) {
    @Nullable String message = e.getMessage();
    return message == null ? e.toString() : message;
  }

  private static ApplicationKey key(@Nullable String namespace, @Nullable String application) {
    return new ApplicationKey(
        namespace == null ? NamespaceId.PUBLIC : namespace(namespace),
        new ApplicationName(required("application", application)));
  }

  private static NamespaceId namespace(String text) {
    return NamespaceId.of(text);
  }

  private static String required(String name, @Nullable String value) {
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException("the parameter '" + name + "' is missing");
    }
    return value;
  }

  private static boolean bool(String name, String value) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new IllegalArgumentException(
              "the parameter '" + name + "' is '" + value + "', not true or false");
    };
  }
}
