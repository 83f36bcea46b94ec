package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.WireMethods;
import io.landbridge.compat.load.wire.proto.Payload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Says to a server what an official client has said to one, and nothing else. */
final class Replay implements AutoCloseable {

  private static final int SUCCESS = 200;

  private final List<Recorded> recording;
  private final ManagedChannel channel;
  private final StreamObserver<Payload> stream;

  /** What was pushed last, by service. */
  private final Map<String, JsonNode> pushed = new ConcurrentHashMap<>();

  private Replay(String server, List<Recorded> recording) throws IOException {
    this.recording = recording;
    this.channel = GrpcTap.channel(ServerEndpoint.parse(server));
    ask("ServerCheckRequest");
    this.stream =
        ClientCalls.asyncBidiStreamingCall(
            channel.newCall(WireMethods.STREAM, CallOptions.DEFAULT), new Inbound());
    stream.onNext(one("ConnectionSetupRequest", body -> true).payload());
  }

  /** Connects as the client did. */
  static Replay connect(String server, List<Recorded> recording) throws IOException {
    Replay replay = new Replay(server, recording);
    // Before, a server refuses every request.
    await()
        .alias("the connection is registered")
        .atMost(Steps.SOON)
        .until(
            () -> replay.say("ServiceListRequest", body -> true).path("resultCode").asInt(),
            code -> code == SUCCESS);
    return replay;
  }

  private Recorded one(String type, Predicate<JsonNode> which) {
    return recording.stream()
        .filter(each -> each.type().equals(type) && which.test(each.body()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no such message was recorded: " + type));
  }

  /** Says the first of its kind and takes the answer. */
  JsonNode ask(String type) throws IOException {
    return ask(type, body -> true);
  }

  /** Says the first of its kind with such fields and takes the answer, which must not refuse it. */
  JsonNode ask(String type, Predicate<JsonNode> which) throws IOException {
    JsonNode answer = say(type, which);
    assertThat(answer.path("resultCode").asInt()).as(answer.toString()).isEqualTo(SUCCESS);
    return answer;
  }

  private JsonNode say(String type, Predicate<JsonNode> which) throws IOException {
    Payload answer =
        ClientCalls.blockingUnaryCall(
            channel.newCall(
                WireMethods.REQUEST, CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS)),
            one(type, which).payload());
    return Recorded.of(false, answer).body();
  }

  /** The addresses and metadata it was pushed last of a service. */
  Map<String, JsonNode> pushed(String service) {
    JsonNode last = pushed.get(service);
    return last == null ? Map.of() : hosts(last);
  }

  /** Instances by address, of an answer or a push. */
  static Map<String, JsonNode> hosts(JsonNode body) {
    Map<String, JsonNode> hosts = new TreeMap<>();
    for (JsonNode host : body.path("serviceInfo").path("hosts")) {
      hosts.put(host.path("ip").asText() + ":" + host.path("port").asInt(), host.path("metadata"));
    }
    return hosts;
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  private final class Inbound implements StreamObserver<Payload> {

    @Override
    public void onNext(Payload payload) {
      try {
        Recorded request = Recorded.of(true, payload);
        if (request.type().equals("NotifySubscriberRequest")) {
          JsonNode info = request.body().path("serviceInfo");
          String name = info.path("name").asText();
          // Some versions put the group in front of it.
          int group = name.indexOf("@@");
          pushed.put(group < 0 ? name : name.substring(group + 2), request.body());
          stream.onNext(
              one("NotifySubscriberResponse", body -> true)
                  .answering(request.body().path("requestId").asText())
                  .payload());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void onError(Throwable problem) {
      // Closed, or what is asked next fails.
    }

    @Override
    public void onCompleted() {
      // What is asked next fails.
    }
  }
}
