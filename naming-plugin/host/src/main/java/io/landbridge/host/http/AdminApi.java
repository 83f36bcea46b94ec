package io.landbridge.host.http;

import io.landbridge.admin.AdminEndpoint;
import io.landbridge.admin.AdminEndpoint.Verb;
import io.landbridge.admin.AdminPaths;
import io.landbridge.host.boot.PluginSlot;
import io.landbridge.host.http.AdminRequest.TooLargeException;
import io.landbridge.model.Audience;
import io.landbridge.model.BridgePhase;
import io.landbridge.model.MetadataRevision;
import io.landbridge.service.Administration;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.BridgeAdministration;
import io.landbridge.service.ChangeWatch;
import io.landbridge.service.Maintenance;
import io.landbridge.service.answer.ApplicationStatus;
import io.landbridge.service.answer.BridgeStatus;
import io.landbridge.service.answer.Changes;
import io.landbridge.service.answer.ConsumerQuery;
import java.io.InputStream;
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
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Answers the requests that {@link AdminEndpoint} defines. Parameters are read as raw text, so that
 * what is wrong with them is reported in the format of the API.
 */
public final class AdminApi {

  private static final String DRY_RUN = "dryRun";
  private static final long WATCH_MILLIS = 30_000;

  /** The answer comes before; this is for the case that it does not. */
  private static final long WATCH_LIMIT_MILLIS = ChangeWatch.MAX_MILLIS + 5_000;

  private static final String URI = "uri=";
  private static final String CLIENT = "client=";
  private static final int LONGEST_NAME = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(AdminApi.class);

  private final PluginSlot slot;
  private final boolean isProtected;
  private final Json json = new Json();

  /**
   * Creates the API.
   *
   * @param slot where the plugin is
   * @param isProtected whether the server's authentication knows of these paths; if not, nothing is
   *     answered
   */
  public AdminApi(PluginSlot slot, boolean isProtected) {
    this.slot = slot;
    this.isProtected = isProtected;
  }

  /** Answers any {@code GET} but {@link AdminEndpoint#WATCH}. */
  public ResponseEntity<String> read(HttpMethod method, WebRequest request) {
    return answer(Verb.GET, method, request, InputStream.nullInputStream(), "");
  }

  /**
   * Answers any {@code PUT}.
   *
   * @param body of the request; read if it is one with a body
   * @param user as the server's authentication knows the caller; null or empty if it does not
   */
  public ResponseEntity<String> write(
      HttpMethod method, WebRequest request, InputStream body, @Nullable Object user) {
    return answer(Verb.PUT, method, request, body, caller(request, user));
  }

  /** Answers {@link AdminEndpoint#WATCH} when there is news; holds no thread until then. */
  public DeferredResult<ResponseEntity<String>> watch(HttpMethod method, WebRequest request) {
    DeferredResult<ResponseEntity<String>> result = new DeferredResult<>(WATCH_LIMIT_MILLIS);
    AdminRequest asked = request(request, InputStream.nullInputStream());
    // What is wrong is said at once; null means that the answer follows.
    @Nullable ResponseEntity<String> refusal =
        checked(
            AdminEndpoint.WATCH,
            method,
            request,
            () -> {
              CompletableFuture<Changes> changes =
                  current(asked)
                      .watch(
                          asked.requiredNumber("since"),
                          asked.number("timeoutMillis").orElse(WATCH_MILLIS),
                          asked.anyNamespace());
              changes.whenComplete(
                  (news, problem) -> {
                    if (!(problem instanceof CancellationException)) {
                      result.setResult(
                          problem == null
                              ? json.success(OptionalLong.of(news.applied()), news)
                              : failure(AdminEndpoint.WATCH, problem));
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

  /** Whoever asks for a dry run must not get the change itself, because this one has none. */
  private static void requireMeant(AdminEndpoint endpoint, AdminRequest request) {
    if (endpoint.verb() == Verb.PUT && !endpoint.takes(DRY_RUN) && request.flag(DRY_RUN)) {
      throw new IllegalArgumentException(
          "this request has no dry run, so nothing was changed; leave out '%s'".formatted(DRY_RUN));
    }
  }

  private ResponseEntity<String> answer(
      Verb verb, HttpMethod method, WebRequest request, InputStream body, String caller) {
    Optional<AdminEndpoint> found = AdminEndpoint.find(verb, mapped(request));
    if (found.isEmpty()) {
      return json.error(404, "unknown path below " + AdminPaths.ROOT);
    }
    AdminEndpoint endpoint = found.get();
    AdminRequest asked = request(request, body);
    return Objects.requireNonNull(
        checked(endpoint, method, request, () -> answer(endpoint, asked, caller)));
  }

  private ResponseEntity<String> answer(AdminEndpoint endpoint, AdminRequest request, String caller)
      throws AdministrationException {
    requireMeant(endpoint, request);
    return switch (endpoint) {
      case STATUS -> catalog(request, api -> slot.noted(api.status()));
      case GROUP -> maintenance(Maintenance::group);
      case BACKUP -> maintenance(it -> it.backup(request.text("after", ""), request.flag("stale")));
      case RESTORE -> maintenance(it -> it.restore(request.body("entry"), request.flag(DRY_RUN)));
      case SUSPENSION -> suspend(request, caller);
      case SKIPPED_ENTRY ->
          maintenance(
              it ->
                  it.skipEntry(
                      request.requiredNumber("entry"),
                      request.required("sha256"),
                      request.list("without").orElse(List.of())));
      case SIGNATURES ->
          maintenance(
              it -> it.requireSignatures(request.requiredFlag("required"), request.flag(DRY_RUN)));
      case CONFIGURATION ->
          maintenance(
              it ->
                  it.configuration(
                      request.namespace(), request.required("group"), request.required("dataId")));
      case REPLACED_CONFIGURATION ->
          maintenance(
              it ->
                  it.replaceConfiguration(
                      request.namespace(),
                      request.required("group"),
                      request.required("dataId"),
                      request.required("expected"),
                      request.body("content")));
      case APPLICATIONS ->
          catalog(request, api -> api.applications(request.anyNamespace(), request.page("after")));
      case APPLICATION -> catalog(request, api -> api.application(request.application()));
      case INSTANCES ->
          catalog(request, api -> api.instances(request.application(), request.page("after")));
      case DOCUMENTS -> catalog(request, api -> api.documents(request.page("after")));
      case DOCUMENT ->
          catalog(request, api -> api.document(new MetadataRevision(request.required("revision"))));
      case MAPPINGS ->
          catalog(request, api -> api.mappings(request.namespace(), request.page("after")));
      case MAPPING ->
          catalog(request, api -> api.mapping(request.namespace(), request.required("interface")));
      case CONSUMERS ->
          catalog(
              request,
              api ->
                  api.consumers(
                      new ConsumerQuery(
                          request.anyNamespace(),
                          request.any("service"),
                          request.any("interface"),
                          request.any("application")),
                      request.page("after")));
      case LOSSES -> catalog(request, api -> api.losses(request.page("after")));
      case DIGESTS ->
          catalog(
              request,
              api ->
                  api.digest(
                      request.number("at").map(OptionalLong::of).orElse(OptionalLong.empty())));
      case BRIDGE -> json.success(OptionalLong.empty(), slot.bridge().status());
      case CHANGED_BRIDGE -> json.success(OptionalLong.empty(), changeBridge(request, caller));
      case DIFFERENCES ->
          json.success(OptionalLong.empty(), slot.bridge().differences(request.page("cursor")));
      case TRANSLATION -> translation(request, request.requiredFlag("enabled"), Audience.WHOLE);
      case AUDIENCE -> translation(request, true, audience(request));
      case WATCH -> throw new AssertionError("answered later");
    };
  }

  private interface Question {
    Object ask(Administration api) throws AdministrationException;
  }

  /** Answers from the catalog; what is read reflects at least the applied count. */
  private ResponseEntity<String> catalog(AdminRequest request, Question question)
      throws AdministrationException {
    Administration api = current(request);
    OptionalLong applied = api.applied();
    return json.success(applied, question.ask(api));
  }

  private ResponseEntity<String> translation(
      AdminRequest request, boolean enabled, Audience audience) throws AdministrationException {
    Administration api = slot.administration();
    ApplicationStatus switched =
        api.switchTranslation(request.application(), enabled, request.flag("force"), audience);
    return json.success(api.applied(), switched);
  }

  /** The salt of who names none: another application selects other consumers. */
  private static Audience audience(AdminRequest request) {
    String salt = request.text("salt", "");
    return Audience.parse(
        request.required("showTo"), salt.isEmpty() ? request.application().name().value() : salt);
  }

  private interface Chore {
    Object ask(Maintenance maintenance) throws AdministrationException;
  }

  /** Answers that tell by themselves how far they reach. */
  private ResponseEntity<String> maintenance(Chore chore) throws AdministrationException {
    return json.success(OptionalLong.empty(), chore.ask(slot.maintenance()));
  }

  private ResponseEntity<String> suspend(AdminRequest request, String caller)
      throws AdministrationException {
    boolean suspended = request.requiredFlag("suspended");
    ResponseEntity<String> answer = maintenance(it -> it.suspend(suspended));
    LOG.info("{} asked for this member: suspended={}", caller, suspended);
    return answer;
  }

  private BridgeStatus changeBridge(AdminRequest request, String caller)
      throws AdministrationException {
    BridgeAdministration.Wanted wanted =
        new BridgeAdministration.Wanted(
            request.any("phase").map(AdminApi::phase),
            request.any("paused").map(text -> AdminRequest.flag("paused", text)),
            request.list("servers"),
            Optional.ofNullable(request.text("username")).map(String::strip));
    BridgeStatus changed = slot.bridge().change(wanted);
    LOG.info(
        "The bridge was changed by {}: phase={} paused={} servers={} username={} epoch={}",
        caller,
        changed.phase(),
        changed.paused(),
        oneLine(changed.servers().toString()),
        oneLine(changed.username()),
        changed.epoch());
    return changed;
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

  /** Who asks, for the log. */
  private static String caller(WebRequest request, @Nullable Object user) {
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

  /** Several values of one name are joined, as Spring joins them for a parameter. */
  private static AdminRequest request(WebRequest request, InputStream body) {
    return new AdminRequest(
        name -> {
          String @Nullable [] values = request.getParameterValues(name);
          return values == null ? null : String.join(",", values);
        },
        body);
  }

  /**
   * The path below {@link AdminPaths#ROOT} that the request was mapped to, however it was spelled.
   */
  private static String mapped(WebRequest request) {
    Object pattern =
        request.getAttribute(
            HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, RequestAttributes.SCOPE_REQUEST);
    String path = String.valueOf(pattern);
    path = path.startsWith(AdminPaths.ROOT) ? path.substring(AdminPaths.ROOT.length()) : path;
    // Servers of 2.x take a slash at the end, and say so.
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  private interface Attempt {
    @Nullable ResponseEntity<String> run() throws AdministrationException;
  }

  private @Nullable ResponseEntity<String> checked(
      AdminEndpoint endpoint, HttpMethod method, WebRequest request, Attempt attempt) {
    if (!isProtected) {
      return json.error(
          503, "the admin API is disabled: Nacos's authentication could not be attached");
    }
    // The server looks up by the exact path and verb whether a request must be authenticated, and
    // lets pass what it does not find. Spring is more generous (HEAD for GET, matrix parameters,
    // doubled slashes), so anything but the exact spelling is refused here.
    if (!method.name().equals(endpoint.verb().name())) {
      return json.error(
          405, endpoint.path() + " requires " + endpoint.verb() + ", not " + method.name());
    }
    if (!isExactly(endpoint, request)) {
      return json.error(404, "unknown path; did you mean " + endpoint.fullPath() + "?");
    }
    try {
      return attempt.run();
    } catch (AdministrationException | RuntimeException | LinkageError e) {
      return failure(endpoint, e);
    }
  }

  private ResponseEntity<String> failure(AdminEndpoint endpoint, Throwable problem) {
    if (problem instanceof AdministrationException e) {
      return json.error(httpStatus(e.kind()), message(e));
    }
    if (problem instanceof TooLargeException) {
      return json.error(413, message(problem));
    }
    if (problem instanceof IllegalArgumentException) {
      return json.error(400, message(problem));
    }
    LOG.error("Request failed: {}", endpoint.path(), problem);
    return json.error(500, "internal error; see the server's log");
  }

  /** The plugin, once it is as far as the reader wants it. */
  private Administration current(AdminRequest request) throws AdministrationException {
    Administration api = slot.administration();
    switch (request.text("read", "local")) {
      case "local" -> {
        // As it is.
      }
      case "linearizable" -> api.awaitCommitted();
      default ->
          throw new IllegalArgumentException(
              "the parameter 'read' is '%s', not local or linearizable"
                  .formatted(request.text("read")));
    }
    return api;
  }

  /** Whether the path is spelled so as it came: what builds paths may take out doubled slashes. */
  private static boolean isExactly(AdminEndpoint endpoint, WebRequest request) {
    return request
        .getDescription(false)
        .equals(URI + request.getContextPath() + endpoint.fullPath());
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
}
