package io.landbridge.front.nacos3;

import com.alibaba.nacos.naming.core.DistroMapper;
import io.landbridge.front.Caller;
import io.landbridge.front.ClientAgent;
import io.landbridge.front.NamingServer;
import io.landbridge.front.Parameters;
import io.landbridge.front.RefusedException;
import io.landbridge.front.V1Answer;
import io.landbridge.front.V1Api;
import io.landbridge.front.V1Operation;
import io.landbridge.front.forward.Forwarder;
import io.landbridge.model.ServiceKey;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers clients of 1.x before the server refuses them, in the place where a request costs least:
 * before the server has routed it. What the server answers itself, and everything that is not of
 * this API, passes untouched.
 */
final class FrontFilter implements Filter {

  private static final Logger LOG = LoggerFactory.getLogger(FrontFilter.class);

  private static final String UP = "UP";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String LOGIN_OF_3 = "/v3/auth/user/login";
  private static final int MOST_BYTES = 256 * 1024;

  /** Of a poll that names 3,000 configurations, as many as a client of 1.x has in one. */
  private static final int MOST_LISTENING_BYTES = 1024 * 1024;

  /** Twice what a server takes as a form that has not been told otherwise. */
  private static final int MOST_PUBLISHED_BYTES = 4 * 1024 * 1024;

  /** Bodies above the limit of the others that are read at once. */
  private static final int LARGE_AT_ONCE = 4;

  private static final int TOO_LARGE = 413;
  private static final int UNAVAILABLE = 503;
  private static final String AGENT = "User-Agent";
  private static final String CLIENT_VERSION = "Client-Version";
  private static final String APP = "app";

  /** What else the member that is responsible must know of a client. */
  private static final String[] HANDED_ON = {
    "Content-Type", "Authorization", "accessToken", "X-Forwarded-For", "X-Real-IP", APP
  };

  private final StockApi stock;
  private final NamingServer server;
  private final V1Api api;
  private final FrontAccess access;
  private final DistroMapper members;
  private final Forwarder forwarder;
  private final FrontCounts counts;
  private final AutoCloseable resources;
  private final @Nullable ConfigFront configs;
  private final Semaphore large = new Semaphore(LARGE_AT_ONCE);

  FrontFilter(
      StockApi stock,
      NamingServer server,
      V1Api api,
      FrontAccess access,
      DistroMapper members,
      Forwarder forwarder,
      FrontCounts counts,
      @Nullable ConfigFront configs,
      AutoCloseable resources) {
    this.stock = stock;
    this.server = server;
    this.api = api;
    this.access = access;
    this.members = members;
    this.forwarder = forwarder;
    this.counts = counts;
    this.configs = configs;
    this.resources = resources;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request instanceof HttpServletRequest http
        && response instanceof HttpServletResponse answer) {
      Optional<V1Operation> operation = V1Operation.of(http.getMethod(), path(http));
      if (operation.isPresent() && isOurs(operation.get(), http)) {
        answer(operation.get(), http, answer);
        return;
      }
    }
    chain.doFilter(request, response);
  }

  private static String path(HttpServletRequest request) {
    String uri = request.getRequestURI();
    String context = request.getContextPath();
    return uri.startsWith(context) ? uri.substring(context.length()) : uri;
  }

  private boolean isOurs(V1Operation operation, HttpServletRequest request) {
    if (operation.isConfig() && (configs == null || ConfigFront.isOfTheConsole(request))) {
      return false;
    }
    try {
      return !stock.answers(operation, request);
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("Request of a 1.x client passed to Nacos", e);
      return false;
    }
  }

  private void answer(
      V1Operation operation, HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    counts.asked(operation);
    if (operation.isLogin()) {
      request.getRequestDispatcher(LOGIN_OF_3).forward(request, response);
      return;
    }
    @Nullable V1Answer answer;
    try {
      answer =
          operation == V1Operation.CONFIG_PUBLISH || operation == V1Operation.CONFIG_LISTEN
              ? answerLarge(operation, request)
              : answer(operation, request, body(request, MOST_BYTES, TOO_LARGE));
    } catch (RefusedException e) {
      answer = V1Answer.refusal(e);
    } catch (RuntimeException | LinkageError e) {
      LOG.error("Request of a 1.x client failed: {}", operation, e);
      answer = V1Answer.text(500, "internal error; see the server's log");
    }
    if (answer != null) {
      counts.answered(answer.status());
      write(answer, response);
    }
  }

  /** Of those that may be large, only some are in memory at once. */
  private @Nullable V1Answer answerLarge(V1Operation operation, HttpServletRequest request)
      throws RefusedException, IOException {
    long length = request.getContentLengthLong();
    boolean isLarge = length > MOST_BYTES || length < 0;
    if (isLarge && !large.tryAcquire()) {
      throw new RefusedException(UNAVAILABLE, "too many large requests at once");
    }
    try {
      // A client that listens asks at once again after any other refusal.
      byte[] body =
          operation == V1Operation.CONFIG_LISTEN
              ? body(request, MOST_LISTENING_BYTES, UNAVAILABLE)
              : body(request, MOST_PUBLISHED_BYTES, TOO_LARGE);
      return answer(operation, request, body);
    } finally {
      if (isLarge) {
        large.release();
      }
    }
  }

  /** Null if the answer comes later, of another member or when something has changed. */
  private @Nullable V1Answer answer(V1Operation operation, HttpServletRequest request, byte[] body)
      throws RefusedException, IOException {
    Parameters parameters =
        Parameters.of(
            request.getQueryString(),
            isForm(request) ? new String(body, StandardCharsets.UTF_8) : "");
    if (configs != null && operation.isConfig()) {
      String user = authoriseConfigs(operation, parameters, request);
      return configs.answer(operation, parameters, request, user, this::writeLater);
    }
    Caller caller = caller(parameters, request);
    boolean fromMember = ClientAgent.of(request.getHeader(AGENT)).isServer();
    if (operation.access() != V1Operation.Access.OPEN) {
      requireReady(fromMember);
      authorise(operation, parameters, request);
    }
    if (operation.responsibleOnly()) {
      Optional<String> responsible = V1Api.responsibleFor(operation, parameters);
      if (responsible.isPresent() && !members.responsible(responsible.get())) {
        String address = responsible.get();
        if (fromMember) {
          throw new RefusedException(
              400, "receive invalid redirect request from peer " + request.getRemoteAddr());
        }
        // Before it is kept until the other one has answered.
        api.check(operation, parameters);
        forward(members.mapSrv(address), request, body, caller);
        return null;
      }
    }
    return api.answer(operation, parameters, caller);
  }

  private static byte[] body(HttpServletRequest request, int most, int refusal)
      throws IOException, RefusedException {
    if (request.getContentLengthLong() == 0
        || request.getContentLengthLong() < 0 && request.getHeader("Transfer-Encoding") == null) {
      return new byte[0];
    }
    byte[] body = request.getInputStream().readNBytes(most + 1);
    if (body.length > most) {
      throw new RefusedException(refusal, "the body is longer than " + most + " bytes");
    }
    return body;
  }

  private static boolean isForm(HttpServletRequest request) {
    @Nullable String type = request.getContentType();
    return type != null && type.toLowerCase(Locale.ROOT).startsWith(FORM);
  }

  private static Caller caller(Parameters parameters, HttpServletRequest request) {
    @Nullable String agent = request.getHeader(AGENT);
    @Nullable String version = request.getHeader(CLIENT_VERSION);
    boolean useVersion =
        version != null && (agent == null || agent.isBlank() || ClientAgent.of(agent).isServer());
    @Nullable String app = request.getHeader(APP);
    return new Caller(
        ClientAgent.of(useVersion ? version : agent),
        app == null ? parameters.optional(APP, "") : app,
        request.getRemoteAddr());
  }

  private void requireReady(boolean fromMember) throws RefusedException {
    String status = server.status();
    if (!status.equals(UP) && !fromMember) {
      throw new RefusedException(
          UNAVAILABLE, "server is " + status + " now, please try again later!");
    }
  }

  private void authorise(V1Operation operation, Parameters parameters, HttpServletRequest request)
      throws RefusedException {
    if (!access.isOn()) {
      return;
    }
    Map<String, String> resolved = new HashMap<>();
    if (operation != V1Operation.SERVICES) {
      ServiceKey service = V1Api.service(parameters);
      resolved.put("namespaceId", service.namespace().value());
      resolved.put("groupName", service.group());
      resolved.put("serviceName", service.group() + "@@" + service.name());
    }
    access.check(operation.access(), new ParsedRequest(request, parameters, resolved));
  }

  /** The name of the user; empty if nobody must be one. */
  private String authoriseConfigs(
      V1Operation operation, Parameters parameters, HttpServletRequest request)
      throws RefusedException {
    if (!access.isOn()) {
      return "";
    }
    String user = "";
    String group = parameters.optional("group", "");
    for (String each : ConfigFront.namespaces(operation, parameters)) {
      Map<String, String> resolved =
          Map.of("namespaceId", each, "tenant", each, "groupName", group, "group", group);
      user =
          access.checkConfigs(operation.access(), new ParsedRequest(request, parameters, resolved));
    }
    return user;
  }

  private void writeLater(V1Answer answer, HttpServletResponse response) throws IOException {
    counts.answered(answer.status());
    write(answer, response);
  }

  private void forward(String member, HttpServletRequest request, byte[] body, Caller caller) {
    Map<String, String> headers = new HashMap<>();
    for (String each : HANDED_ON) {
      @Nullable String value = request.getHeader(each);
      if (value != null) {
        headers.put(each, value);
      }
    }
    headers.put(CLIENT_VERSION, caller.agent().text());
    @Nullable String query = request.getQueryString();
    AsyncContext waiting = request.startAsync();
    // The forwarder has a limit of its own and always answers.
    waiting.setTimeout(0);
    var unused =
        forwarder
            .forward(
                member,
                new Forwarder.Request(
                    request.getMethod(),
                    request.getRequestURI() + (query == null ? "" : "?" + query),
                    headers,
                    body))
            .thenAccept(
                answer -> {
                  counts.answered(answer.status());
                  try {
                    write(answer, (HttpServletResponse) waiting.getResponse());
                  } catch (IOException e) {
                    LOG.debug("A 1.x client closed its connection before the answer", e);
                  } finally {
                    waiting.complete();
                  }
                });
  }

  private static void write(V1Answer answer, HttpServletResponse response) throws IOException {
    response.setStatus(answer.status());
    response.setContentType(answer.type());
    answer.headers().forEach(response::setHeader);
    response.setContentLength(answer.body().length);
    response.getOutputStream().write(answer.body());
  }

  @Override
  public void destroy() {
    try {
      resources.close();
    } catch (Exception e) {
      LOG.warn("Answer to a 1.x client could not be completed", e);
    }
  }
}
