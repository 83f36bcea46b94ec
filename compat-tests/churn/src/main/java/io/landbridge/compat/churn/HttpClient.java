package io.landbridge.compat.churn;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.load.wire.HttpWireClient;
import io.landbridge.compat.load.wire.ServiceName;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client of 1.x: registers over HTTP, beats every 5 s in the short form, and registers again if
 * the server does not know it any more. In contrast to {@link HttpWireClient} it has one instance,
 * which it edits, and it can fall silent.
 */
final class HttpClient implements Client {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String INSTANCE = "/v1/ns/instance";
  private static final int UNKNOWN = 20404;
  private static final int ATTEMPTS = 3;
  private static final int BEAT_SECONDS = 5;

  private final NacosApi api;
  private final ServiceName service;
  private final String ip;
  private final int port;
  private final ScheduledExecutorService beats;
  private final Runnable forgotten;

  // Guarded by this.
  private @Nullable State current;
  private @Nullable ScheduledFuture<?> beating;

  HttpClient(NacosApi api, Subject subject, ScheduledExecutorService beats, Runnable forgotten) {
    this.api = api.withAgent(HttpWireClient.JAVA);
    this.service = subject.service();
    int colon = subject.address().indexOf(':');
    this.ip = subject.address().substring(0, colon);
    this.port = Integer.parseInt(subject.address().substring(colon + 1));
    this.beats = beats;
    this.forgotten = forgotten;
  }

  @Override
  public synchronized void register(State state) {
    current = state;
    done(() -> api.post(INSTANCE, parameters(state)));
    if (state.ephemeral() && beating == null) {
      wakeUpLater();
    }
  }

  @Override
  public synchronized void deregister(State state) {
    if (current != null && current.label().equals(state.label())) {
      kill();
    }
    done(() -> api.delete(INSTANCE, parameters(state)));
  }

  @Override
  public synchronized void kill() {
    fallSilent();
    current = null;
  }

  @Override
  public void end() {
    kill();
  }

  @Override
  public boolean beats() {
    return true;
  }

  @Override
  public synchronized void fallSilent() {
    if (beating != null) {
      beating.cancel(false);
      beating = null;
    }
  }

  @Override
  public synchronized void wakeUp() {
    beat();
    wakeUpLater();
  }

  private void wakeUpLater() {
    beating = beats.scheduleAtFixedRate(this::beat, BEAT_SECONDS, BEAT_SECONDS, TimeUnit.SECONDS);
  }

  /** One that is not answered is followed by the next. */
  private synchronized void beat() {
    State state = current;
    if (state == null) {
      return;
    }
    try {
      NacosApi.Answer answer = api.put(INSTANCE + "/beat", parameters(state));
      if (answer.ok() && answer.json().path("code").asInt() == UNKNOWN) {
        forgotten.run();
        done(() -> api.post(INSTANCE, parameters(state)));
      }
    } catch (UncheckedIOException | ChurnException e) {
      System.err.println(service + " " + ip + ": a beat was not taken: " + e.getMessage());
    }
  }

  private interface Request {
    NacosApi.Answer send();
  }

  /** All of them can be said twice. */
  private void done(Request request) {
    String last = "";
    for (int i = 0; i < ATTEMPTS; i++) {
      try {
        NacosApi.Answer answer = request.send();
        if (answer.ok()) {
          return;
        }
        last = answer.status() + " " + answer.body();
      } catch (UncheckedIOException e) {
        last = String.valueOf(e.getMessage());
      }
    }
    throw new ChurnException(api.baseUrl() + " refuses " + service + " " + ip + ": " + last);
  }

  private Map<String, String> parameters(State state) {
    return parameters(service, ip, port, state);
  }

  static Map<String, String> parameters(ServiceName service, String ip, int port, State state) {
    Map<String, String> parameters = new HashMap<>();
    parameters.put("namespaceId", service.namespace());
    parameters.put("serviceName", service.group() + "@@" + service.name());
    parameters.put("groupName", service.group());
    parameters.put("ip", ip);
    parameters.put("port", String.valueOf(port));
    parameters.put("clusterName", state.label());
    parameters.put("weight", String.valueOf(state.weight()));
    parameters.put("enable", String.valueOf(state.enabled()));
    parameters.put("enabled", String.valueOf(state.enabled()));
    parameters.put("healthy", String.valueOf(state.healthy()));
    parameters.put("ephemeral", String.valueOf(state.ephemeral()));
    parameters.put("metadata", JSON.valueToTree(state.metadata()).toString());
    return parameters;
  }
}
