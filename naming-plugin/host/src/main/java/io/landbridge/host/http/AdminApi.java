package io.landbridge.host.http;

import io.landbridge.host.boot.PluginSlot;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.BridgePhase;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.service.Administration;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.ApplicationStatus;
import io.landbridge.service.BridgeAdministration;
import io.landbridge.service.BridgeStatus;
import io.landbridge.service.ChangeWatch;
import io.landbridge.service.Changes;
import io.landbridge.service.ConsumerQuery;
import io.landbridge.service.Maintenance;
import io.landbridge.service.PageRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/**
 * Answers requests. Parameters come as the raw text, or null where there is none, so that what is
 * wrong with them is said in our words and our format.
 */
public final class AdminApi {

  /** Where the API is, below the server's context path. */
  public static final String PATH = "/landbridge/v1";

  /** The longest body that is read: an entry of the log, as text, and more. */
  private static final int MAX_BODY_BYTES = 1 << 20;

  private static final long WATCH_MILLIS = 30_000;

  /** The answer comes before; this is for the case that it does not. */
  private static final long WATCH_LIMIT_MILLIS = ChangeWatch.MAX_MILLIS + 5_000;

  private static final String CLIENT = "client=";
  private static final int LONGEST_NAME = 1_000;

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
  public ResponseEntity<String> status(HttpMethod method, @Nullable String read) {
    return answer(
        "/status", "GET", method, read, (api, at) -> json.success(at, slot.noted(api.status())));
  }

  /** Answers {@code GET /applications}. */
  public ResponseEntity<String> applications(
      HttpMethod method,
      @Nullable String read,
      @Nullable String namespace,
      @Nullable String limit,
      @Nullable String after) {
    return answer(
        "/applications",
        "GET",
        method,
        read,
        (api, at) ->
            json.success(at, api.applications(anyNamespace(namespace), page(limit, after))));
  }

  /** Answers {@code GET /application}. */
  public ResponseEntity<String> application(
      HttpMethod method,
      @Nullable String read,
      @Nullable String namespace,
      @Nullable String application) {
    return answer(
        "/application",
        "GET",
        method,
        read,
        (api, at) -> json.success(at, api.application(key(namespace, application))));
  }

  /** Answers {@code GET /instances}. */
  public ResponseEntity<String> instances(
      HttpMethod method,
      @Nullable String read,
      @Nullable String namespace,
      @Nullable String application,
      @Nullable String limit,
      @Nullable String after) {
    return answer(
        "/instances",
        "GET",
        method,
        read,
        (api, at) ->
            json.success(at, api.instances(key(namespace, application), page(limit, after))));
  }

  /** Answers {@code GET /documents}. */
  public ResponseEntity<String> documents(
      HttpMethod method, @Nullable String read, @Nullable String limit, @Nullable String after) {
    return answer(
        "/documents",
        "GET",
        method,
        read,
        (api, at) -> json.success(at, api.documents(page(limit, after))));
  }

  /** Answers {@code GET /document}. */
  public ResponseEntity<String> document(
      HttpMethod method, @Nullable String read, @Nullable String revision) {
    return answer(
        "/document",
        "GET",
        method,
        read,
        (api, at) ->
            json.success(at, api.document(new MetadataRevision(required("revision", revision)))));
  }

  /** Answers {@code GET /mappings}. */
  public ResponseEntity<String> mappings(
      HttpMethod method,
      @Nullable String read,
      @Nullable String namespace,
      @Nullable String limit,
      @Nullable String after) {
    return answer(
        "/mappings",
        "GET",
        method,
        read,
        (api, at) -> json.success(at, api.mappings(oneNamespace(namespace), page(limit, after))));
  }

  /** Answers {@code GET /mapping}. */
  public ResponseEntity<String> mapping(
      HttpMethod method,
      @Nullable String read,
      @Nullable String namespace,
      @Nullable String serviceInterface) {
    return answer(
        "/mapping",
        "GET",
        method,
        read,
        (api, at) ->
            json.success(
                at, api.mapping(oneNamespace(namespace), required("interface", serviceInterface))));
  }

  /** Answers {@code GET /consumers}. */
  public ResponseEntity<String> consumers(
      HttpMethod method,
      @Nullable String read,
      @Nullable String namespace,
      @Nullable String service,
      @Nullable String serviceInterface,
      @Nullable String application,
      @Nullable String limit,
      @Nullable String after) {
    return answer(
        "/consumers",
        "GET",
        method,
        read,
        (api, at) ->
            json.success(
                at,
                api.consumers(
                    new ConsumerQuery(
                        anyNamespace(namespace),
                        any(service),
                        any(serviceInterface),
                        any(application)),
                    page(limit, after))));
  }

  /** Answers {@code GET /losses}. */
  public ResponseEntity<String> losses(
      HttpMethod method, @Nullable String read, @Nullable String limit, @Nullable String after) {
    return answer(
        "/losses",
        "GET",
        method,
        read,
        (api, at) -> json.success(at, api.losses(page(limit, after))));
  }

  /** Answers {@code GET /digests}. */
  public ResponseEntity<String> digests(
      HttpMethod method, @Nullable String read, @Nullable String at) {
    return answer(
        "/digests",
        "GET",
        method,
        read,
        (api, applied) ->
            json.success(
                applied,
                api.digest(at == null ? OptionalLong.empty() : OptionalLong.of(number("at", at)))));
  }

  /** Answers {@code GET /watch}, when there is something to tell; holds no thread until then. */
  public DeferredResult<ResponseEntity<String>> watch(
      HttpMethod method,
      @Nullable String read,
      @Nullable String namespace,
      @Nullable String since,
      @Nullable String timeoutMillis) {
    DeferredResult<ResponseEntity<String>> result = new DeferredResult<>(WATCH_LIMIT_MILLIS);
    // What is wrong is said at once; null means that the answer follows.
    @Nullable ResponseEntity<String> refusal =
        checked(
            "/watch",
            "GET",
            method,
            () -> {
              CompletableFuture<Changes> changes =
                  current(read)
                      .watch(
                          number("since", required("since", since)),
                          timeoutMillis == null
                              ? WATCH_MILLIS
                              : number("timeoutMillis", timeoutMillis),
                          anyNamespace(namespace));
              changes.whenComplete(
                  (news, problem) -> {
                    if (!(problem instanceof CancellationException)) {
                      result.setResult(
                          problem == null
                              ? json.success(OptionalLong.of(news.applied()), news)
                              : failure("/watch", problem));
                    }
                  });
              // The reader may have gone, or the container given up.
              result.onCompletion(() -> changes.cancel(false));
              return null;
            });
    if (refusal != null) {
      result.setResult(refusal);
    }
    return result;
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
        null,
        (api, at) -> {
          ApplicationStatus switched =
              api.switchTranslation(
                  key(namespace, application),
                  bool("enabled", required("enabled", enabled)),
                  force != null && bool("force", force));
          return json.success(api.applied(), switched);
        });
  }

  /** Answers {@code GET /group}. */
  public ResponseEntity<String> group(HttpMethod method) {
    return maintenance("/group", "GET", method, Maintenance::group);
  }

  /** Answers {@code GET /backup}. */
  public ResponseEntity<String> backup(
      HttpMethod method, @Nullable String after, @Nullable String stale) {
    return maintenance(
        "/backup",
        "GET",
        method,
        it -> it.backup(after == null ? "" : after, stale != null && bool("stale", stale)));
  }

  /** Answers {@code PUT /restore}. */
  public ResponseEntity<String> restore(
      HttpMethod method, @Nullable String dryRun, InputStream entry) {
    return maintenance(
        "/restore",
        "PUT",
        method,
        it -> it.restore(body("entry", entry), dryRun != null && bool("dryRun", dryRun)));
  }

  /** Answers {@code GET /configuration}. */
  public ResponseEntity<String> configuration(
      HttpMethod method,
      @Nullable String namespace,
      @Nullable String group,
      @Nullable String dataId) {
    return maintenance(
        "/configuration",
        "GET",
        method,
        it ->
            it.configuration(
                oneNamespace(namespace), required("group", group), required("dataId", dataId)));
  }

  /** Answers {@code PUT /configuration}. */
  public ResponseEntity<String> replaceConfiguration(
      HttpMethod method,
      @Nullable String namespace,
      @Nullable String group,
      @Nullable String dataId,
      @Nullable String expected,
      InputStream content) {
    return maintenance(
        "/configuration",
        "PUT",
        method,
        it ->
            it.replaceConfiguration(
                oneNamespace(namespace),
                required("group", group),
                required("dataId", dataId),
                required("expected", expected),
                body("content", content)));
  }

  /** Answers {@code PUT /suspension}. */
  public ResponseEntity<String> suspension(HttpMethod method, @Nullable String suspended) {
    return maintenance(
        "/suspension",
        "PUT",
        method,
        it -> it.suspend(bool("suspended", required("suspended", suspended))));
  }

  /** Answers {@code PUT /skipped-entry}. */
  public ResponseEntity<String> skipEntry(
      HttpMethod method,
      @Nullable String entry,
      @Nullable String sha256,
      @Nullable String without) {
    return maintenance(
        "/skipped-entry",
        "PUT",
        method,
        it ->
            it.skipEntry(
                number("entry", required("entry", entry)),
                required("sha256", sha256),
                without == null || without.isBlank()
                    ? List.of()
                    : List.of(without.split("[,\\s]+"))));
  }

  /** Answers {@code GET /bridge}. */
  public ResponseEntity<String> bridge(HttpMethod method) {
    return bridge("/bridge", "GET", method, it -> json.success(OptionalLong.empty(), it.status()));
  }

  /**
   * Who asks, for the log.
   *
   * @param user as the server's authentication knows the caller; null or empty if it does not
   */
  public static String caller(WebRequest request, @Nullable Object user) {
    String address = "";
    for (String each : request.getDescription(true).split(";")) {
      address = each.startsWith(CLIENT) ? each.substring(CLIENT.length()) : address;
    }
    String name = user == null || user.toString().isEmpty() ? "an unknown user" : user.toString();
    return oneLine(name) + " from " + oneLine(address);
  }

  private static String oneLine(String text) {
    StringBuilder line = new StringBuilder();
    text.chars()
        .limit(LONGEST_NAME)
        .forEach(each -> line.append(Character.isISOControl(each) ? '?' : (char) each));
    return line.toString();
  }

  /**
   * Answers {@code PUT /bridge}.
   *
   * @param caller see {@link #caller}
   */
  public ResponseEntity<String> changeBridge(
      HttpMethod method,
      String caller,
      @Nullable String phase,
      @Nullable String paused,
      @Nullable String servers,
      @Nullable String username) {
    return bridge(
        "/bridge",
        "PUT",
        method,
        it -> {
          BridgeAdministration.Wanted wanted =
              new BridgeAdministration.Wanted(
                  any(phase).map(AdminApi::phase),
                  any(paused).map(text -> bool("paused", text)),
                  any(servers).map(text -> List.of(text.split("[,\\s]+"))),
                  Optional.ofNullable(username).map(String::strip));
          BridgeStatus changed = it.change(wanted);
          LOG.info(
              "The bridge was changed by {}: phase={} paused={} servers={} username={} epoch={}",
              caller,
              changed.phase(),
              changed.paused(),
              oneLine(changed.servers().toString()),
              oneLine(changed.username()),
              changed.epoch());
          return json.success(OptionalLong.empty(), changed);
        });
  }

  /** Answers {@code GET /bridge/differences}. */
  public ResponseEntity<String> bridgeDifferences(
      HttpMethod method, @Nullable String cursor, @Nullable String limit) {
    return bridge(
        "/bridge/differences",
        "GET",
        method,
        it -> json.success(OptionalLong.empty(), it.differences(page(limit, cursor))));
  }

  private static BridgePhase phase(String text) {
    try {
      return BridgePhase.valueOf(text.replace('-', '_').toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "invalid parameter 'phase': '%s' is not one of %s"
              .formatted(text, List.of(BridgePhase.values())),
          e);
    }
  }

  private interface Crossing {
    ResponseEntity<String> ask(BridgeAdministration bridge) throws AdministrationException;
  }

  private ResponseEntity<String> bridge(
      String path, String verb, HttpMethod method, Crossing crossing) {
    return Objects.requireNonNull(checked(path, verb, method, () -> crossing.ask(slot.bridge())));
  }

  private interface Chore {
    Object ask(Maintenance maintenance) throws AdministrationException;
  }

  /** Answers that tell by themselves how far they reach. */
  private ResponseEntity<String> maintenance(
      String path, String verb, HttpMethod method, Chore chore) {
    return Objects.requireNonNull(
        checked(
            path,
            verb,
            method,
            () -> json.success(OptionalLong.empty(), chore.ask(slot.maintenance()))));
  }

  private interface Question {
    /** Asks; what is read reflects at least the applied count. */
    ResponseEntity<String> ask(Administration api, OptionalLong applied)
        throws AdministrationException;
  }

  private interface Attempt {
    @Nullable ResponseEntity<String> run() throws AdministrationException;
  }

  private ResponseEntity<String> answer(
      String path, String verb, HttpMethod method, @Nullable String read, Question question) {
    return Objects.requireNonNull(
        checked(
            path,
            verb,
            method,
            () -> {
              Administration api = current(read);
              return question.ask(api, api.applied());
            }));
  }

  private @Nullable ResponseEntity<String> checked(
      String path, String verb, HttpMethod method, Attempt attempt) {
    if (!isProtected) {
      return json.error(
          503, "the admin API is disabled: Nacos's authentication could not be attached");
    }
    // The server looks up by the exact path and verb whether a request must be authenticated, and
    // lets pass what it does not find. Spring is more generous (HEAD for GET, matrix parameters,
    // doubled slashes), so anything but the exact spelling is refused here.
    if (!method.name().equals(verb)) {
      return json.error(405, path + " requires " + verb + ", not with " + method.name());
    }
    if (!isExactly(path)) {
      return json.error(404, "unknown path; did you mean " + PATH + path + "?");
    }
    try {
      return attempt.run();
    } catch (AdministrationException | RuntimeException | LinkageError e) {
      return failure(path, e);
    }
  }

  private ResponseEntity<String> failure(String path, Throwable problem) {
    if (problem instanceof AdministrationException e) {
      return json.error(httpStatus(e.kind()), message(e));
    }
    if (problem instanceof TooLargeException) {
      return json.error(413, message(problem));
    }
    if (problem instanceof IllegalArgumentException) {
      return json.error(400, message(problem));
    }
    LOG.error("Request failed: {}", path, problem);
    return json.error(500, "internal error; see the server's log");
  }

  /** The plugin, once it is as far as the reader wants it. */
  private Administration current(@Nullable String read) throws AdministrationException {
    Administration api = slot.administration();
    if (read != null) {
      switch (read) {
        case "local" -> {
          // As it is.
        }
        case "linearizable" -> api.awaitCommitted();
        default ->
            throw new IllegalArgumentException(
                "the parameter 'read' is '" + read + "', not local or linearizable");
      }
    }
    return api;
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

  private static String message(Throwable e) {
    @Nullable String message = e.getMessage();
    return message == null ? e.toString() : message;
  }

  private static ApplicationKey key(@Nullable String namespace, @Nullable String application) {
    return new ApplicationKey(
        oneNamespace(namespace), new ApplicationName(required("application", application)));
  }

  private static Optional<String> any(@Nullable String text) {
    return text == null || text.isBlank() ? Optional.empty() : Optional.of(text.strip());
  }

  private static Optional<NamespaceId> anyNamespace(@Nullable String namespace) {
    return namespace == null || namespace.isBlank()
        ? Optional.empty()
        : Optional.of(namespace(namespace));
  }

  private static NamespaceId oneNamespace(@Nullable String namespace) {
    return namespace == null ? NamespaceId.PUBLIC : namespace(namespace);
  }

  private static PageRequest page(@Nullable String limit, @Nullable String after) {
    return new PageRequest(
        limit == null
            ? PageRequest.DEFAULT_LIMIT
            : (int) Math.max(0, Math.min(number("limit", limit), Integer.MAX_VALUE)),
        after == null ? "" : after);
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

  /** Reads a body, and no more of it than there may be, whatever its length is said to be. */
  private static String body(String name, InputStream in) {
    try {
      byte[] bytes = in.readNBytes(MAX_BODY_BYTES + 1);
      if (bytes.length > MAX_BODY_BYTES) {
        throw new TooLargeException(
            "the body '%s' has more than %d bytes; send less data per request"
                .formatted(name, MAX_BODY_BYTES));
      }
      return required(name, new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalArgumentException("the body '" + name + "' is incomplete", e);
    }
  }

  private static final class TooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TooLargeException(String message) {
      super(message);
    }
  }

  private static long number(String name, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "the parameter '" + name + "' is '" + value + "', not an integer", e);
    }
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
