package io.landbridge.compat.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A Dubbo provider of the three services.
 *
 * <p>Settings:
 *
 * <ul>
 *   <li>{@code registry} host:port of a Nacos server or {@code none}, {@code application}, {@code
 *       home} a directory for everything it writes: required.
 *   <li>{@code run} a name for this run, by default the process id.
 *   <li>{@code namespace}, {@code group}: of the registry; {@code registry-parameters} further ones
 *       as in an address, for example {@code simplified=true}.
 *   <li>{@code protocols} comma-separated, by default {@code dubbo}; {@code port} of the first, by
 *       default 0 for a free one; the others always get a free one.
 *   <li>{@code register-mode} interface, instance or all; {@code metadata-type} local or remote
 *       (both Dubbo 3 only).
 *   <li>{@code services} the package of their interfaces, by default {@code demo}.
 *   <li>{@code weight}, {@code timeout}, {@code tag} of GreetService; {@code custom-key} the value
 *       of parameter Custom.Key of OrderService, by default {@code Custom Value}; {@code
 *       plain-parameters} those of PlainService, for example {@code serialization=fastjson2},
 *       several with {@code &} between them; {@code parameters} those of all three, written
 *       likewise.
 *   <li>{@code log} level of standard error, by default {@code info}.
 * </ul>
 *
 * <p>Says {@code {"event":"ready",...}} once it is registered. Ends, and deregisters, on the line
 * {@code stop} or when standard input is closed. Exit status 0, 2 for bad settings, 1 otherwise.
 */
public final class ProviderMain {

  private static final Set<String> KEYS =
      Set.of(
          "registry",
          "application",
          "home",
          "run",
          "namespace",
          "group",
          "registry-parameters",
          "protocols",
          "port",
          "register-mode",
          "metadata-type",
          "services",
          "weight",
          "timeout",
          "tag",
          "custom-key",
          "plain-parameters",
          "parameters",
          "log");

  private final Settings settings;
  private final Events events;
  private final Dubbo dubbo;
  private final Contract contract;
  private final Identity identity;

  private ProviderMain(Settings settings, Events events) {
    this.settings = settings;
    this.events = events;
    this.dubbo = Dubbo.onClassPath();
    this.contract = Contract.of(settings.text("services", Contract.USUAL));
    long pid = ProcessHandle.current().pid();
    this.identity =
        new Identity(
            settings.requiredName("application"),
            settings.name("run", Long.toString(pid)),
            pid,
            dubbo.version());
  }

  public static void main(String[] arguments) {
    Events events = Events.onStandardOutput();
    try {
      Settings settings = Settings.parse(KEYS, arguments);
      Surroundings.isolate(settings);
      new ProviderMain(settings, events).run();
    } catch (IllegalArgumentException e) {
      System.err.println("provider: " + e.getMessage());
      System.exit(2);
    } catch (Exception e) {
      e.printStackTrace();
      System.exit(1);
    }
  }

  private void run() throws IOException {
    System.setProperty(Identity.PROPERTY, identity.text());
    Surroundings.passOn(settings, "register-mode", "dubbo.application.register-mode");
    Surroundings.passOn(settings, "metadata-type", "dubbo.application.metadata-type");

    Map<String, Integer> ports = ports();
    dubbo.provide(Surroundings.participant(settings), ports, List.of(greet(), order(), plain()));

    events.emit(ready(ports));
    awaitStop();
    Surroundings.exit(dubbo::stop, 0);
  }

  /** The protocols in the order given, each with its port. */
  private Map<String, Integer> ports() throws IOException {
    Map<String, Integer> ports = new LinkedHashMap<>();
    int wanted = settings.number("port", 0, 0, 65_535);
    for (String protocol : settings.text("protocols", "dubbo").split(",", -1)) {
      ports.put(protocol, wanted == 0 ? freePort() : wanted);
      wanted = 0;
    }
    return ports;
  }

  /**
   * Dubbo's own search begins at the protocol's default port, so two providers would race for it.
   */
  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private Offer<?> greet() {
    Map<String, String> parameters = parameters("parameters");
    if (settings.has("weight")) {
      parameters.put("weight", Integer.toString(settings.number("weight", 100, 0, 10_000)));
    }
    if (settings.has("timeout")) {
      parameters.put("timeout", Integer.toString(settings.number("timeout", 1_000, 1, 600_000)));
    }
    if (settings.has("tag")) {
      parameters.put("dubbo.tag", settings.required("tag"));
    }
    return Offer.of(contract.greet(), new Greeting(identity.run()), parameters);
  }

  private Offer<?> order() {
    Map<String, String> parameters = parameters("parameters");
    parameters.put("Custom.Key", settings.text("custom-key", "Custom Value"));
    return Offer.of(contract.order(), new Ordering(identity.run()), parameters);
  }

  private Offer<?> plain() {
    Map<String, String> parameters = parameters("parameters");
    parameters.putAll(parameters("plain-parameters"));
    return Offer.of(contract.plain(), new Plain(identity.run()), parameters);
  }

  /** The value of a setting, taken apart. */
  private Map<String, String> parameters(String key) {
    Map<String, String> parameters = new TreeMap<>();
    if (settings.has(key)) {
      for (String each : settings.required(key).split("&", -1)) {
        String[] parts = each.split("=", 2);
        if (parts.length < 2) {
          throw new IllegalArgumentException(key + ": '" + each + "' has no '='");
        }
        parameters.put(parts[0], parts[1]);
      }
    }
    return parameters;
  }

  private Map<String, Object> ready(Map<String, Integer> ports) {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("event", "ready");
    event.put("application", identity.application());
    event.put("run", identity.run());
    event.put("pid", identity.pid());
    event.put("dubbo", identity.dubbo());
    event.put("port", ports.values().iterator().next());
    event.put("ports", ports);
    return event;
  }

  private static void awaitStop() throws IOException {
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      if (line.strip().equals("stop")) {
        return;
      }
      System.err.println("provider: unknown command '" + line + "', use: stop");
    }
  }
}
