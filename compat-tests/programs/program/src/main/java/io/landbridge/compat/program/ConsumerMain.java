package io.landbridge.compat.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A Dubbo consumer of the three services.
 *
 * <p>Settings:
 *
 * <ul>
 *   <li>{@code registry} host:port of a Nacos server or {@code none}, {@code application}, {@code
 *       home} a directory for everything it writes: required.
 *   <li>{@code direct} host:port of providers, separated by commas: whom it calls without asking a
 *       registry.
 *   <li>{@code namespace}, {@code group}: of the registry.
 *   <li>{@code migration} FORCE_INTERFACE, APPLICATION_FIRST or FORCE_APPLICATION (Dubbo 3 only).
 *   <li>{@code services} the package of their interfaces, by default {@code demo}.
 *   <li>{@code versions} {@code any}: of whatever version a provider is; by default those of the
 *       contract.
 *   <li>{@code timeout} of a call in milliseconds, by default 3000.
 *   <li>{@code subscribe} {@code start}: all references are made before it says ready; {@code
 *       lazy}, the default: each at its first call.
 *   <li>{@code once} seconds: instead of waiting for commands, call every method until all are
 *       answered or the time is over, say what came of it in words, and end with status 0 (all
 *       answered), 4 (no provider for at least one, and nothing worse) or 1 (something worse).
 *   <li>{@code log} level of standard error, by default {@code info}, with {@code once} {@code
 *       off}.
 * </ul>
 *
 * <p>Commands, one JSON object per line, each answered by one line with the same {@code id}:
 *
 * <ul>
 *   <li>{@code {"id":"1","command":"call","interface":"demo.OrderService","method":"find"}}
 *   <li>{@code {"id":"2","command":"all"}}: every method of every interface, once; with {@code
 *       "services"}, of those of another package
 *   <li>{@code {"id":"3","command":"subscribe"}}: make all references
 *   <li>{@code {"id":"4","command":"load","millis":"1000"}}: call every method in turn, again and
 *       again; answered with how many calls were made, how many of them failed, and how long they
 *       took
 *   <li>{@code {"id":"5","command":"quit"}}
 * </ul>
 *
 * <p>An answer holds {@code outcomes}, one per call, of kind {@code answered}, {@code no-provider}
 * (none is listed), {@code unreachable} (listed, but gone) or {@code failed}; or {@code error} when
 * the command itself was wrong. Also ends when standard input is closed.
 */
public final class ConsumerMain {

  private static final long RETRY_MILLIS = 500;
  private static final long MAX_LOAD_MILLIS = 60_000;

  private static final Set<String> KEYS =
      Set.of(
          "registry",
          "direct",
          "application",
          "home",
          "namespace",
          "group",
          "migration",
          "services",
          "versions",
          "timeout",
          "subscribe",
          "once",
          "log");

  private final Settings settings;
  private final Events events;
  private final Dubbo dubbo;
  private final References references;
  private final Contract contract;
  private final ObjectMapper json = new ObjectMapper();

  private ConsumerMain(Settings settings, Events events) {
    this.settings = settings;
    this.events = events;
    this.dubbo = Dubbo.onClassPath();
    this.references = new References(dubbo);
    this.contract = contract(settings.text("services", Contract.USUAL));
  }

  private Contract contract(String packageName) {
    Contract usual = Contract.of(packageName);
    return settings.text("versions", "").equals("any") ? usual.ofAnyVersion() : usual;
  }

  public static void main(String[] arguments) {
    Events events = Events.onStandardOutput();
    try {
      Settings settings = Settings.parse(KEYS, arguments);
      Surroundings.isolate(settings);
      new ConsumerMain(settings, events).run();
    } catch (IllegalArgumentException e) {
      System.err.println("consumer: " + e.getMessage());
      System.exit(2);
    } catch (Exception e) {
      e.printStackTrace();
      System.exit(1);
    }
  }

  private void run() throws IOException, InterruptedException {
    Surroundings.passOn(settings, "migration", "dubbo.application.service-discovery.migration");
    if (settings.has("direct")) {
      contract.callDirectly(settings.text("direct", ""));
    }
    dubbo.consume(
        Surroundings.participant(settings), settings.number("timeout", 3_000, 1, 600_000));
    if (settings.has("once")) {
      int status = callOnce(settings.number("once", 30, 1, 3_600));
      Surroundings.exit(dubbo::stop, status);
      return;
    }
    if (settings.text("subscribe", "lazy").equals("start")) {
      subscribeAll();
    }
    events.emit(ready());
    obey();
    Surroundings.exit(dubbo::stop, 0);
  }

  private int callOnce(int seconds) throws InterruptedException {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    List<Outcome> outcomes = callAll(contract);
    while (!allAnswered(outcomes) && System.nanoTime() < end) {
      Thread.sleep(RETRY_MILLIS);
      outcomes = callAll(contract);
    }
    outcomes.forEach(outcome -> events.say(outcome.line()));
    if (allAnswered(outcomes)) {
      return 0;
    }
    boolean nothingWorse =
        outcomes.stream()
            .allMatch(
                outcome ->
                    outcome instanceof Outcome.Answered || outcome instanceof Outcome.NoProvider);
    return nothingWorse ? 4 : 1;
  }

  private static boolean allAnswered(List<Outcome> outcomes) {
    return outcomes.stream().allMatch(Outcome.Answered.class::isInstance);
  }

  private void obey() throws IOException {
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      JsonNode command = parsed(line);
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("id", command.path("id").asText());
      String verb = command.path("command").asText();
      if (verb.equals("quit")) {
        events.emit(answer);
        return;
      }
      answer.putAll(obeyed(verb, command));
      events.emit(answer);
    }
  }

  private JsonNode parsed(String line) {
    try {
      return json.readTree(line);
    } catch (IOException malformed) {
      return json.createObjectNode();
    }
  }

  private Map<String, Object> obeyed(String verb, JsonNode command) {
    switch (verb) {
      case "all":
        return callAllOf(command.path("services").asText());
      case "subscribe":
        return subscribed();
      case "load":
        return new Load(references, Call.all(contract))
            .run(Math.max(1, Math.min(MAX_LOAD_MILLIS, command.path("millis").asLong())));
      case "call":
        return call(command.path("interface").asText(), command.path("method").asText());
      default:
        return Map.of(
            "error",
            "Unknown command '" + verb + "': use call, all, load, subscribe or quit, as JSON");
    }
  }

  private Map<String, Object> call(String service, String method) {
    return Call.all(contract).stream()
        .filter(call -> call.interfaceName().equals(service) && call.method().equals(method))
        .findFirst()
        .map(call -> outcomes(List.of(references.perform(call))))
        .orElseGet(() -> Map.of("error", "No such method: '" + service + "." + method + "'"));
  }

  private Map<String, Object> subscribed() {
    try {
      subscribeAll();
      return Map.of();
    } catch (RuntimeException e) {
      return Map.of("error", e.toString());
    }
  }

  private void subscribeAll() {
    Call.all(contract).forEach(call -> references.subscribe(call.service()));
  }

  private Map<String, Object> callAllOf(String packageName) {
    try {
      return outcomes(callAll(packageName.isEmpty() ? contract : contract(packageName)));
    } catch (IllegalArgumentException e) {
      return Map.of("error", String.valueOf(e.getMessage()));
    }
  }

  private List<Outcome> callAll(Contract services) {
    return Call.all(services).stream().<Outcome>map(references::perform).toList();
  }

  private static Map<String, Object> outcomes(List<Outcome> outcomes) {
    return Map.of("outcomes", outcomes.stream().map(Outcome::json).toList());
  }

  private Map<String, Object> ready() {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("event", "ready");
    event.put("application", settings.requiredName("application"));
    event.put("pid", ProcessHandle.current().pid());
    event.put("dubbo", dubbo.version());
    return event;
  }
}
