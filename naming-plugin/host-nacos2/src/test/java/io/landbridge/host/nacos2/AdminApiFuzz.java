package io.landbridge.host.nacos2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.admin.AdminPaths;
import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import io.landbridge.compat.fuzz.UsualLength;
import io.landbridge.host.boot.Slots;
import io.landbridge.host.http.AdminApi;
import io.landbridge.host.nacos2.OneMemberPlugin.Contents;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Requests to the admin API of an administrator, to every path that the controller has. The first
 * line of an input is the method, the path below that of the API, and the query; the second is the
 * name of the user, the rest the body. Like Spring, this finds a handler for more paths than there
 * are.
 *
 * <p>Whatever is asked, the member answers at once and in the form of the API, and not that it has
 * a fault; what was refused, only asked for, or tried with {@code dryRun}, has changed nothing.
 * What an input has changed stays for a number of the next ones.
 */
@UsualLength(512)
public final class AdminApiFuzz implements FuzzTarget {

  /** The longest request line that servers take. */
  private static final int LONGEST_LINE = 8 * 1024;

  private static final long MOST_MILLIS = 2_000;
  private static final int MOST_BYTES = 64 * 1024;
  private static final int MOST_PER_BYTE = 8;

  /** To start a member takes as long as a thousand requests. */
  private static final int CHANGES_OF_A_MEMBER = 128;

  private static final int MOST_PER_CHANGE = 1_024;

  private static final String CONTEXT = "/nacos";
  private static final List<Integer> STATUSES = List.of(200, 400, 404, 405, 409, 413);

  private final ObjectMapper mapper = new ObjectMapper();
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Map<String, Method> handlers = new TreeMap<>();
  private final Path directory;
  private OneMemberPlugin plugin;
  private AdminController controller;
  private Contents begin;

  /** Inputs that have changed this member, in order. */
  private final List<byte[]> changes = new ArrayList<>();

  /** Finds the paths, and starts a member. */
  public AdminApiFuzz() throws IOException {
    for (Method each : AdminController.class.getMethods()) {
      @Nullable GetMapping get = each.getAnnotation(GetMapping.class);
      @Nullable PutMapping put = each.getAnnotation(PutMapping.class);
      for (String path : get == null ? new String[0] : get.value()) {
        handlers.put("GET " + path, each);
      }
      for (String path : put == null ? new String[0] : put.value()) {
        handlers.put("PUT " + path, each);
      }
    }
    threads.setThreadContentionMonitoringEnabled(true);
    directory = Files.createTempDirectory("admin-api-fuzz");
    Runtime.getRuntime().addShutdownHook(new Thread(this::end));
    start();
  }

  private void start() throws IOException {
    plugin = new OneMemberPlugin(directory);
    controller = new AdminController(new AdminApi(Slots.of(plugin), true));
    begin = plugin.contents();
    changes.clear();
  }

  private void end() {
    plugin.close();
    try (var files = Files.walk(directory)) {
      files
          .sorted((one, other) -> other.compareTo(one))
          .map(Path::toFile)
          .forEach(it -> it.delete());
    } catch (IOException | UncheckedIOException e) {
      // What is left in a temporary directory does no harm.
    }
  }

  @Override
  public void run(byte[] input) throws Exception {
    try {
      request(input);
    } catch (Exception | Error e) {
      if (changes.isEmpty()) {
        throw e;
      }
      AssertionError failure =
          new AssertionError("on a member that was changed by " + shown(changes) + ": " + e, e);
      plugin.close();
      start();
      // On a new member, if it fails there too; the input alone tells what is wrong then.
      request(input);
      throw failure;
    }
  }

  private static String shown(List<byte[]> inputs) {
    return inputs.stream()
        .map(each -> new String(each, StandardCharsets.UTF_8).replace("\n", "\\n"))
        .collect(Collectors.joining(" | "));
  }

  private void request(byte[] input) throws Exception {
    String[] parts = new String(input, StandardCharsets.UTF_8).split("\n", 3);
    String[] line = parts[0].split(" ", 2);
    @Nullable HttpMethod method = HttpMethod.resolve(line[0]);
    if (method == null || line.length < 2 || parts[0].length() > LONGEST_LINE) {
      return;
    }
    String[] target = line[1].split("\\?", 2);
    String path = target[0];
    @Nullable Method handler =
        handlers.get((method == HttpMethod.HEAD ? "GET" : line[0]) + " " + plain(path));
    if (handler == null) {
      return;
    }
    Map<String, String> parameters = parameters(target.length > 1 ? target[1] : "");
    HttpServletRequest request =
        request(line[0], path, parameters, parts.length > 1 ? parts[1] : "");
    Object[] arguments =
        arguments(
            handler, method, new ServletWebRequest(request), parts.length > 2 ? parts[2] : "");
    ResponseEntity<?> answer = ask(request, handler, arguments);

    int status = answer.getStatusCodeValue();
    Holds.that(STATUSES.contains(status), "a request is answered or refused, not " + status);
    boolean exact = handlers.containsKey(line[0] + " " + path);
    Holds.that(exact || status == 404 || status == 405, "only what is written so is answered");
    checkBody(status, String.valueOf(answer.getBody()), input.length);
    Holds.equal(plugin.fault(), "");
    checkContents(method, status, parameters, input);
  }

  private ResponseEntity<?> ask(HttpServletRequest request, Method handler, Object[] arguments)
      throws Exception {
    long waited = waited();
    RequestContextHolder.setRequestAttributes(new ServletWebRequest(request));
    Object answer;
    try {
      answer = handler.invoke(controller, arguments);
    } finally {
      RequestContextHolder.resetRequestAttributes();
    }
    Holds.that(waited() - waited < MOST_MILLIS, "nobody waits for an answer");
    if (answer instanceof DeferredResult<?> deferred) {
      return deferred.getResult() instanceof ResponseEntity<?> now
          ? now
          : ResponseEntity.ok("{\"code\":0,\"message\":\"later\"}");
    }
    return (ResponseEntity<?>) answer;
  }

  private long waited() {
    return threads.getThreadInfo(Thread.currentThread().getId()).getWaitedTime();
  }

  private void checkBody(int status, String body, int length) throws IOException {
    Holds.that(
        body.length() <= MOST_BYTES + MOST_PER_BYTE * length + MOST_PER_CHANGE * changes.size(),
        "the answer is in proportion to the request and to what is there");
    JsonNode json = mapper.readTree(body);
    Holds.equal(json.path("code").asInt(-1), status == 200 ? 0 : status);
    Holds.that(json.path("message").isTextual(), "the answer says what became of it");
  }

  private void checkContents(
      HttpMethod method, int status, Map<String, String> parameters, byte[] input)
      throws IOException {
    Contents now = plugin.contents();
    if (status != 200) {
      Holds.equal(now, begin);
    } else if (method == HttpMethod.GET || "true".equals(parameters.get("dryRun"))) {
      // A backup makes sure that this member leads by an entry without a content.
      Holds.equal(
          new Contents(now.digest(), begin.entries(), now.configurations(), now.suspended()),
          begin);
      begin = now;
    } else if (!now.equals(begin)) {
      begin = now;
      changes.add(input.clone());
      if (changes.size() == CHANGES_OF_A_MEMBER) {
        plugin.close();
        start();
      }
    }
  }

  /** As Spring looks for a handler: without parameters, doubled slashes and one at the end. */
  private static String plain(String path) {
    String plain = path.replaceAll(";[^/]*", "").replaceAll("/{2,}", "/");
    plain = plain.endsWith("/") ? plain.substring(0, plain.length() - 1) : plain;
    return decoded(plain);
  }

  private static Map<String, String> parameters(String query) {
    Map<String, String> parameters = new TreeMap<>();
    for (String each : query.split("&")) {
      String[] pair = each.split("=", 2);
      parameters.merge(
          decoded(pair[0]),
          pair.length > 1 ? decoded(pair[1]) : "",
          (one, other) -> one + "," + other);
    }
    return parameters;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  private static Object[] arguments(
      Method handler, HttpMethod method, WebRequest request, String body) {
    Parameter[] declared = handler.getParameters();
    Object[] arguments = new Object[declared.length];
    for (int i = 0; i < declared.length; i++) {
      if (declared[i].getType() == HttpMethod.class) {
        arguments[i] = method;
      } else if (declared[i].getType() == WebRequest.class) {
        arguments[i] = request;
      } else if (declared[i].getType() == InputStream.class) {
        arguments[i] = new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8));
      } else {
        throw new IllegalStateException(handler + " takes what this does not know");
      }
    }
    return arguments;
  }

  /** A request as the API looks at it; who else asks is told nothing. */
  private static HttpServletRequest request(
      String method, String path, Map<String, String> parameters, String user) {
    HttpSession session =
        (HttpSession)
            Proxy.newProxyInstance(
                AdminApiFuzz.class.getClassLoader(),
                new Class<?>[] {HttpSession.class},
                (proxy, called, arguments) ->
                    called.getName().equals("getAttribute") ? user : null);
    return (HttpServletRequest)
        Proxy.newProxyInstance(
            AdminApiFuzz.class.getClassLoader(),
            new Class<?>[] {HttpServletRequest.class},
            (proxy, called, arguments) ->
                switch (called.getName()) {
                  case "getMethod" -> method;
                  case "getRequestURI" -> CONTEXT + AdminPaths.ROOT + path;
                  case "getParameterValues" -> values(parameters.get(arguments[0]));
                  case "getAttribute" ->
                      arguments[0].equals(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE)
                          ? AdminPaths.ROOT + plain(path)
                          : null;
                  case "getContextPath" -> CONTEXT;
                  case "getScheme" -> "http";
                  case "getServerName" -> "127.0.0.1";
                  case "getServerPort" -> 8848;
                  case "getRemoteAddr" -> "192.0.2.9";
                  case "getSession" -> session;
                  default -> null;
                });
  }

  private static String @Nullable [] values(@Nullable String value) {
    return value == null ? null : new String[] {value};
  }
}
