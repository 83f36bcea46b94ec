package io.landbridge.compat.fault;

import io.landbridge.compat.history.Operation;
import io.landbridge.compat.history.Operation.Kind;
import io.landbridge.compat.history.Operation.Outcome;
import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.ClientListener;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import io.landbridge.compat.load.wire.WireException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One provider process with its own connection, from its first registration to its death. Safe to
 * use from several threads.
 */
final class Provider implements ClientListener {

  /** As long as a request may take to fail, and a little more. */
  private static final long ATTEMPT_MILLIS = 5_000;

  private final DubboProvider what;
  private final SortedMap<ServiceName, Instance> entries;
  private final Recorder recorder;

  private @Nullable WireClient client;
  private boolean ended;
  private boolean withdrawn;
  private boolean busy;
  private long lastAttempt;

  Provider(DubboProvider what, Recorder recorder) {
    this.what = what;
    this.entries = what.registrations();
    this.recorder = recorder;
  }

  String application() {
    return what.application();
  }

  String address() {
    return what.ip() + ":" + what.port();
  }

  /** The services it registers in. */
  Set<ServiceName> services() {
    return entries.keySet();
  }

  /** The server it is connected to now, {@code ip:port}; empty if it is to none. */
  synchronized String server() {
    return client == null ? "" : server(client);
  }

  /** Whether it has come to its end: it should be in no catalog. */
  synchronized boolean isEnded() {
    return ended || withdrawn;
  }

  /** Whether it has taken everything back and goes on with its connection. */
  synchronized boolean isWithdrawn() {
    return withdrawn && !ended && !busy;
  }

  /** Whether the server it is connected to has acknowledged all it registered. */
  synchronized boolean isSettled() {
    return !isEnded() && client != null && client.isSettled() && client.registrations() > 0;
  }

  /** Whether an operation is under way. */
  synchronized boolean isBusy() {
    return busy;
  }

  /** Connects and registers. One that no server accepts is at its end. */
  void start(Wire wire, ClientOptions options) {
    long start = begin();
    var unused =
        WireClient.connect(wire, options, this)
            .whenComplete(
                (connected, problem) -> {
                  if (problem != null) {
                    synchronized (this) {
                      ended = true;
                    }
                    end(Kind.REGISTER, "", start, problem);
                  } else {
                    synchronized (this) {
                      client = connected;
                    }
                    register(connected, start);
                  }
                });
  }

  /** Registers again what the server has not acknowledged: a client goes on trying. */
  void tryAgain() {
    WireClient current;
    synchronized (this) {
      current = client;
      if (current == null
          || isEnded()
          || busy
          || current.isSettled()
          || current.server().isEmpty()
          || recorder.now() - lastAttempt < ATTEMPT_MILLIS) {
        return;
      }
    }
    register(current, begin());
  }

  /** Its connection breaks, and it makes another. */
  void reconnect() {
    WireClient current;
    synchronized (this) {
      current = client;
    }
    if (current != null) {
      current.breakConnection();
    }
  }

  /** Takes everything back in an orderly way; stays connected if that was acknowledged. */
  void withdraw() {
    WireClient current;
    synchronized (this) {
      current = client;
      if (current == null || isEnded() || busy) {
        return;
      }
      withdrawn = true;
    }
    long start = begin();
    String server = server(current);
    var unused =
        all(current, current::deregister)
            .whenComplete(
                (done, problem) -> {
                  end(Kind.DEREGISTER, server, start, problem);
                  if (problem != null) {
                    die();
                  }
                });
  }

  /** Is gone from one moment to the next. */
  void die() {
    WireClient last;
    synchronized (this) {
      last = client;
      if (last == null || ended) {
        return;
      }
      ended = true;
    }
    String server = server(last);
    long now = recorder.now();
    last.close();
    record(Kind.DIE, server, now, Outcome.OK, "");
  }

  @Override
  public void restored(ServerEndpoint server) {
    record(Kind.RESTORE, server.host() + ":" + server.httpPort(), recorder.now(), Outcome.OK, "");
  }

  @Override
  public void disconnected(ServerEndpoint server, WireException reason) {
    recorder.note(address() + " lost " + server.host() + ":" + server.httpPort() + ": " + reason);
  }

  @Override
  public String toString() {
    return address() + " of " + application();
  }

  private void register(WireClient current, long start) {
    String server = server(current);
    var unused =
        all(current, current::register)
            .whenComplete((done, problem) -> end(Kind.REGISTER, server, start, problem));
  }

  private CompletableFuture<Void> all(
      WireClient of, BiFunction<ServiceName, Instance, CompletableFuture<Void>> request) {
    return CompletableFuture.allOf(
        entries.entrySet().stream()
            .map((Map.Entry<ServiceName, Instance> e) -> request.apply(e.getKey(), e.getValue()))
            .toArray(CompletableFuture<?>[]::new));
  }

  private synchronized long begin() {
    busy = true;
    lastAttempt = recorder.now();
    return lastAttempt;
  }

  private void end(Kind kind, String server, long start, @Nullable Throwable problem) {
    synchronized (this) {
      busy = false;
    }
    Throwable cause =
        problem instanceof CompletionException && problem.getCause() != null
            ? problem.getCause()
            : problem;
    Outcome outcome =
        cause == null
            ? Outcome.OK
            : cause instanceof WireException failure && !failure.isIndeterminate()
                ? Outcome.FAILED
                : Outcome.UNKNOWN;
    record(kind, server, start, outcome, cause == null ? "" : String.valueOf(cause.getMessage()));
  }

  private void record(Kind kind, String server, long start, Outcome outcome, String detail) {
    recorder.add(
        new Operation(
            kind, address(), application(), server, start, recorder.now(), outcome, detail));
  }

  private static String server(WireClient client) {
    Optional<ServerEndpoint> server = client.server();
    return server.map(each -> each.host() + ":" + each.httpPort()).orElse("");
  }
}
