package io.landbridge.front.forward;

import io.landbridge.front.V1Answer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Hands requests on to other members and their answers back. No thread waits for an answer; there
 * are only so many under way, and what is more is refused at once, so that a member that does not
 * answer holds nobody up. Safe for use from any thread.
 */
public final class Forwarder implements AutoCloseable {

  /** What members call themselves to each other; who reads it does not hand the request on. */
  private static final String AGENT = "Nacos-Server:v1.4.0";

  private static final int THREADS = 2;

  private final Duration limit;
  private final Semaphore places;
  private final ExecutorService threads;
  private final HttpClient http;
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong forwarded = new AtomicLong();

  /**
   * Creates a Forwarder.
   *
   * @param most requests under way at a time
   * @param limit for connecting, and for an answer
   */
  public Forwarder(int most, Duration limit) {
    this.limit = limit;
    this.places = new Semaphore(most);
    this.threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "landbridge-front-forward");
              thread.setDaemon(true);
              return thread;
            });
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(limit)
            .executor(threads)
            .build();
  }

  /**
   * A request to be handed on.
   *
   * @param verb of HTTP
   * @param target path and query, as they came
   * @param headers those that matter to the one who answers
   * @param body as it came
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Request(String verb, String target, Map<String, String> headers, byte[] body) {

    /** Copies the headers. */
    public Request {
      headers = Map.copyOf(headers);
    }
  }

  /**
   * Hands a request on.
   *
   * @param member its address, {@code host:port}
   * @return its answer, or one that says why there is none; never exceptionally
   */
  public CompletableFuture<V1Answer> forward(String member, Request request) {
    if (!places.tryAcquire()) {
      refused.incrementAndGet();
      return CompletableFuture.completedFuture(
          V1Answer.text(503, "too many requests in progress for " + member + " are under way"));
    }
    forwarded.incrementAndGet();
    CompletableFuture<V1Answer> answer;
    try {
      answer =
          http.sendAsync(toHttp(member, request), HttpResponse.BodyHandlers.ofByteArray())
              .handle((response, problem) -> answer(member, response, problem));
    } catch (RuntimeException | Error e) {
      // Its place is given back whatever happened.
      answer = CompletableFuture.completedFuture(answer(member, null, e));
    }
    return answer.whenComplete((given, problem) -> places.release());
  }

  private HttpRequest toHttp(String member, Request request) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create("http://" + member + request.target()))
            .timeout(limit)
            .method(request.verb(), HttpRequest.BodyPublishers.ofByteArray(request.body()));
    request.headers().forEach(builder::setHeader);
    return builder.setHeader("User-Agent", AGENT).build();
  }

  private static V1Answer answer(
      String member, @Nullable HttpResponse<byte[]> response, @Nullable Throwable problem) {
    if (response == null) {
      return V1Answer.text(500, member + ", which is responsible, does not answer: " + problem);
    }
    return new V1Answer(
        response.statusCode(),
        response.headers().firstValue("Content-Type").orElse(V1Answer.TEXT),
        response.body());
  }

  /** How many requests were handed on since the start. */
  public long forwarded() {
    return forwarded.get();
  }

  /** How many were refused because too many were under way. */
  public long refused() {
    return refused.get();
  }

  /** Gives up what is under way. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
