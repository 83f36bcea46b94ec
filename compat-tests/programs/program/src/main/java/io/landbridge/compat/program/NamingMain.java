package io.landbridge.compat.program;

import com.alibaba.nacos.api.NacosFactory;
import com.alibaba.nacos.api.PropertyKeyConst;
import com.alibaba.nacos.api.config.ConfigService;
import com.alibaba.nacos.api.config.listener.Listener;
import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.api.naming.NamingService;
import com.alibaba.nacos.api.naming.listener.NamingEvent;
import com.alibaba.nacos.api.naming.pojo.Instance;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A client of Nacos without Dubbo, as applications in Spring and others are. It is told what to do
 * line by line, and says what came of it as JSON, one object per line; it ends with its standard
 * input. It is compiled against the oldest client it runs on.
 *
 * <pre>
 * register SERVICE IP PORT CLUSTER [KEY=VALUE ...]
 * persist SERVICE IP PORT CLUSTER [KEY=VALUE ...]
 * deregister SERVICE IP PORT CLUSTER
 * subscribe SERVICE
 * watch PATTERN
 * list SERVICE
 * names
 * status
 * publish DATA-ID GROUP CONTENT
 * config DATA-ID GROUP
 * remove DATA-ID GROUP
 * listen DATA-ID GROUP
 * </pre>
 *
 * Settings: {@code home} (directory of its state) and {@code server} (host:port).
 */
public final class NamingMain {

  private static final Set<String> KEYS = Set.of("home", "server", "log");

  private static final long CONFIG_MILLIS = 5_000;

  private final Events events;
  private final NamingService naming;
  private final Properties properties;
  private @Nullable ConfigService configs;

  private NamingMain(Events events, NamingService naming, Properties properties) {
    this.events = events;
    this.naming = naming;
    this.properties = properties;
  }

  /**
   * Runs the program.
   *
   * @param arguments settings
   * @throws Exception if it cannot go on
   */
  public static void main(String[] arguments) throws Exception {
    Events events = Events.onStandardOutput();
    Settings settings = Settings.parse(KEYS, arguments);
    Surroundings.isolate(settings);
    // Where it says that it listens for pushes, in whatever spelling its version reads.
    System.setProperty("com.alibaba.nacos.client.naming.local.ip", "127.0.0.1");
    Properties properties = new Properties();
    properties.put(PropertyKeyConst.SERVER_ADDR, settings.required("server"));
    new NamingMain(events, NacosFactory.createNamingService(properties), properties).run();
    // Some versions have threads that keep a process alive.
    System.exit(0);
  }

  private void run() throws IOException {
    events.emit(Map.of("event", "ready"));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Map<String, Object> answer = new TreeMap<>();
      answer.put("answer", line);
      try {
        answer.put("value", execute(line.split(" ")));
      } catch (NacosException | RuntimeException e) {
        answer.put("problem", e.toString());
      }
      events.emit(answer);
    }
  }

  private Object execute(String[] words) throws NacosException {
    return switch (words[0]) {
      case "register" -> register(words, true);
      case "persist" -> register(words, false);
      case "deregister" -> {
        naming.deregisterInstance(words[1], words[2], Integer.parseInt(words[3]), words[4]);
        yield "done";
      }
      case "subscribe" -> {
        naming.subscribe(words[1], event -> changed(words[1], (NamingEvent) event));
        yield "done";
      }
      case "watch" -> {
        FuzzyWatch.begin(
            naming,
            words[1],
            (change, service) ->
                events.emit(
                    Map.of(
                        "event", "watched", "pattern", words[1], "change", change, "service",
                        service)));
        yield "done";
      }
      case "list" -> values(naming.getAllInstances(words[1], false));
      case "names" -> naming.getServicesOfServer(1, 100).getData();
      case "status" -> naming.getServerStatus();
      case "publish" -> configs().publishConfig(words[1], words[2], words[3]);
      case "config" -> String.valueOf(configs().getConfig(words[1], words[2], CONFIG_MILLIS));
      case "remove" -> configs().removeConfig(words[1], words[2]);
      case "listen" -> {
        configs().addListener(words[1], words[2], listener(words[1]));
        yield "done";
      }
      default -> throw new IllegalArgumentException("no command '" + words[0] + "'");
    };
  }

  /** Made when it is needed first: it has threads of its own. */
  private ConfigService configs() throws NacosException {
    ConfigService made = configs;
    if (made == null) {
      made = NacosFactory.createConfigService(properties);
      configs = made;
    }
    return made;
  }

  private Listener listener(String dataId) {
    return new Listener() {
      @Override
      public @Nullable Executor getExecutor() {
        return null;
      }

      @Override
      public void receiveConfigInfo(String content) {
        events.emit(
            Map.of("event", "config", "dataId", dataId, "content", String.valueOf(content)));
      }
    };
  }

  private String register(String[] words, boolean ephemeral) throws NacosException {
    Instance instance = new Instance();
    instance.setIp(words[2]);
    instance.setPort(Integer.parseInt(words[3]));
    instance.setClusterName(words[4]);
    instance.setEphemeral(ephemeral);
    Map<String, String> metadata = new HashMap<>();
    for (int i = 5; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      metadata.put(words[i].substring(0, equals), words[i].substring(equals + 1));
    }
    instance.setMetadata(metadata);
    naming.registerInstance(words[1], instance);
    return "done";
  }

  private void changed(String service, NamingEvent event) {
    events.emit(
        Map.of("event", "changed", "service", service, "value", values(event.getInstances())));
  }

  /** By address; those that are not well have a minus in front of it. */
  private static Map<String, Map<String, String>> values(List<Instance> instances) {
    Map<String, Map<String, String>> values = new TreeMap<>();
    for (Instance each : instances) {
      values.put(
          (each.isHealthy() ? "" : "-") + each.getIp() + ":" + each.getPort(), each.getMetadata());
    }
    return values;
  }
}
