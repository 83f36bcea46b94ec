package io.landbridge.front.nacos3;

import io.landbridge.front.Parameters;
import io.landbridge.front.RefusedException;
import io.landbridge.front.V1Answer;
import io.landbridge.front.V1Operation;
import io.landbridge.front.config.ConfigApi;
import io.landbridge.front.config.ConfigCaller;
import io.landbridge.front.config.ConfigName;
import io.landbridge.front.config.ConfigServer;
import io.landbridge.front.config.ListenedConfig;
import io.landbridge.front.poll.LongPolls;
import io.landbridge.front.poll.PollCounts;
import io.landbridge.front.poll.PollLimits;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers clients of 1.x that read, publish and listen to configurations. Who listens keeps its
 * connection, and no thread, until something changes or its time is over.
 */
final class ConfigFront implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ConfigFront.class);

  /** Clients ask for 30 s; one that is gone is forgotten after that time. */
  private static final Duration LONGEST_POLL = Duration.ofSeconds(60);

  private static final int TICK_MILLIS = 250;
  private static final int UNAVAILABLE = 503;
  private static final int MAX_NAMESPACES = 16;
  private static final int MAX_HEADER_CHARS = 256;

  /** Parameters that the server's console sends and no client of 1.x does. */
  private static final List<String> OF_THE_CONSOLE =
      List.of("show", "search", "export", "exportV2", "beta", "import", "clone", "delType");

  private final ConfigApi api;
  private final LongPolls polls;
  private final ScheduledExecutorService timer;

  ConfigFront(ConfigServer server, int mostPolls) {
    api = new ConfigApi(server, LONGEST_POLL);
    polls = new LongPolls(PollLimits.of(mostPolls), System::nanoTime);
    timer =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "landbridge-front-polls");
              thread.setDaemon(true);
              return thread;
            });
    timer.scheduleWithFixedDelay(this::expire, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void expire() {
    try {
      polls.expire();
    } catch (Throwable e) {
      LOG.error("Polls of 1.x clients were not ended in time", e);
    }
  }

  /** Whether a request is one that no client of 1.x sends. */
  static boolean isOfTheConsole(HttpServletRequest request) {
    @Nullable String query = request.getQueryString();
    if (query == null) {
      return false;
    }
    for (String each : OF_THE_CONSOLE) {
      if (query.startsWith(each + "=") || query.contains("&" + each + "=")) {
        return true;
      }
    }
    return false;
  }

  /**
   * The namespaces that a request touches.
   *
   * @throws RefusedException if it cannot be read
   */
  static Set<String> namespaces(V1Operation operation, Parameters parameters)
      throws RefusedException {
    Set<String> namespaces = new TreeSet<>();
    namespaces.add(ConfigApi.tenant(parameters));
    if (operation == V1Operation.CONFIG_LISTEN) {
      for (ListenedConfig each : ConfigApi.listened(parameters)) {
        namespaces.add(each.name().tenant());
        if (namespaces.size() > MAX_NAMESPACES) {
          throw new RefusedException(400, "more than " + MAX_NAMESPACES + " namespaces");
        }
      }
    }
    return namespaces;
  }

  /** Handed to the filter, to write an answer that comes later. */
  interface Later {
    void write(V1Answer answer, HttpServletResponse response) throws IOException;
  }

  /**
   * Answers a request.
   *
   * @param user the name of the client's user; empty if it has none
   * @param later writes the answer if it comes later
   * @return null if it comes later
   * @throws RefusedException if it cannot be answered as asked
   */
  @Nullable V1Answer answer(
      V1Operation operation,
      Parameters parameters,
      HttpServletRequest request,
      String user,
      Later later)
      throws RefusedException {
    ConfigCaller caller =
        new ConfigCaller(
            address(request),
            header(request, "Client-AppName"),
            header(request, ConfigApi.TAG_HEADER),
            user);
    return switch (operation) {
      case CONFIG_GET -> api.get(parameters, caller);
      case CONFIG_PUBLISH ->
          api.publish(
              parameters,
              header(request, ConfigApi.BETA_HEADER),
              header(request, ConfigApi.CAS_HEADER),
              caller);
      case CONFIG_REMOVE -> api.remove(parameters, caller);
      case CONFIG_LISTEN -> listen(parameters, request, caller, later);
      default -> throw new IllegalArgumentException("not of configurations: " + operation);
    };
  }

  private @Nullable V1Answer listen(
      Parameters parameters, HttpServletRequest request, ConfigCaller caller, Later later)
      throws RefusedException {
    List<ListenedConfig> listened = ConfigApi.listened(parameters);
    List<ConfigName> changed = api.changed(listened, caller);
    @Nullable Duration atMost = api.wait(request.getHeader(ConfigApi.TIMEOUT_HEADER));
    if (atMost == null) {
      return ConfigApi.toldAtOnce(changed);
    }
    if (!changed.isEmpty()
        || "true".equalsIgnoreCase(request.getHeader(ConfigApi.NO_WAIT_HEADER))) {
      return ConfigApi.told(changed);
    }
    List<ConfigName> names = listened.stream().map(ListenedConfig::name).toList();
    // Before the request becomes one that waits: it would have to be answered as such.
    Waiting waiting = new Waiting(later);
    Optional<LongPolls.Poll> poll =
        polls.add(names, request.getRemoteAddr(), atMost, waiting::answer);
    if (poll.isEmpty()) {
      // Clients go on to another server, and wait two seconds when they know no other.
      throw new RefusedException(UNAVAILABLE, "too many clients listen to configurations");
    }
    try {
      waiting.begin(request, poll.get());
    } catch (RuntimeException e) {
      poll.get().release();
      throw e;
    }
    // A change between the first comparison and the poll would never be told.
    List<ConfigName> since = api.changed(listened, caller);
    if (!since.isEmpty()) {
      poll.get().tell(since);
    }
    return null;
  }

  /** A request that waits. */
  private static final class Waiting implements AsyncListener {

    private final Later later;
    private @Nullable AsyncContext context;
    private LongPolls.@Nullable Poll poll;
    private @Nullable List<ConfigName> early;

    Waiting(Later later) {
      this.later = later;
    }

    synchronized void begin(HttpServletRequest request, LongPolls.Poll of) {
      AsyncContext begun = request.startAsync();
      // Its time is that of the poll.
      begun.setTimeout(0);
      begun.addListener(this);
      context = begun;
      poll = of;
      if (early != null) {
        finish(begun, early);
      }
    }

    synchronized void answer(List<ConfigName> changed) {
      if (context == null) {
        early = changed;
      } else {
        finish(context, changed);
      }
    }

    /** On a thread of the server's, as any answer: a slow client must not keep others waiting. */
    private void finish(AsyncContext waiting, List<ConfigName> changed) {
      try {
        waiting.start(() -> write(waiting, changed));
      } catch (RuntimeException e) {
        LOG.debug("The request of a 1.x client that listened has ended", e);
      }
    }

    private void write(AsyncContext waiting, List<ConfigName> changed) {
      try {
        later.write(ConfigApi.told(changed), (HttpServletResponse) waiting.getResponse());
      } catch (IOException | RuntimeException e) {
        LOG.debug("A 1.x client closed its connection before the answer", e);
      } finally {
        waiting.complete();
      }
    }

    private synchronized void release() {
      if (poll != null) {
        poll.release();
      }
    }

    @Override
    public void onComplete(AsyncEvent event) {
      release();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      release();
    }

    @Override
    public void onError(AsyncEvent event) {
      release();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      // Nothing begins it anew.
    }
  }

  /** Tells those that listen to it. */
  void changed(ConfigName name) {
    polls.changed(name);
  }

  PollCounts counts() {
    return polls.counts();
  }

  /** As the server finds it for its own APIs. */
  private static String address(HttpServletRequest request) {
    String forwarded = header(request, "X-Forwarded-For");
    if (!forwarded.isEmpty()) {
      int comma = forwarded.indexOf(',');
      return (comma < 0 ? forwarded : forwarded.substring(0, comma)).trim();
    }
    String real = header(request, "X-Real-IP");
    return real.isEmpty() ? request.getRemoteAddr() : real;
  }

  private static String header(HttpServletRequest request, String name) {
    @Nullable String value = request.getHeader(name);
    return value == null || value.isBlank()
        ? ""
        : value.substring(0, Math.min(value.length(), MAX_HEADER_CHARS)).trim();
  }

  @Override
  public void close() {
    timer.shutdownNow();
    polls.close();
  }
}
