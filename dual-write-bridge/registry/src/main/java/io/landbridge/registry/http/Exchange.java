package io.landbridge.registry.http;

import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.http.Connections.Connection;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.HttpProcessorBuilder;
import org.apache.hc.core5.http.protocol.RequestConnControl;
import org.apache.hc.core5.http.protocol.RequestContent;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Requests to one server and their answers, within the limits of {@link ConnectionSettings}. Safe
 * for use by several threads at once.
 */
final class Exchange {

  private static final HttpProcessor HEADERS =
      HttpProcessorBuilder.create()
          .addAll(RequestContent.INSTANCE, RequestConnControl.INSTANCE)
          .build();

  /** A small answer fits into it. */
  private static final int BUFFER = 4 << 10;

  private final HttpRequestExecutor executor = new HttpRequestExecutor();
  private final Connections connections;
  private final Semaphore places;

  private final Deadlines deadlines = new Deadlines();
  private final AnswerPace pace = new AnswerPace();
  private final ServerClock clock = new ServerClock();

  Exchange(ConnectionSettings settings) {
    this.connections = new Connections(settings);
    this.places = new Semaphore(settings.maxRequests(), true);
  }

  /**
   * What is asked.
   *
   * @param pathAndQuery below the context path
   * @param token empty for none
   * @param agent what the client calls itself
   * @param type of the body
   * @param body empty for none
   */
  record Question(
      String method,
      ServerAddress server,
      String pathAndQuery,
      String token,
      String agent,
      String type,
      String body) {

    String url() {
      return server + pathAndQuery;
    }

    @Override
    public String toString() {
      return method + " " + url();
    }
  }

  /** Closes the connections that are idle now. */
  void closeIdle() {
    connections.closeIdle();
  }

  /**
   * Asks. A connection that was kept open and turns out to be closed is replaced once: servers
   * close idle ones, and nothing is asked that may not be asked twice.
   */
  Answer ask(Question question, ConnectionSettings limits) throws RegistryException {
    List<Answer> answer = new ArrayList<>(1);
    try {
      attemptTwice(List.of(question), limits, answer);
    } catch (ConnectionLost e) {
      throw ExchangeFailures.translated(e.cause, question.url());
    }
    return answer.get(0);
  }

  /**
   * Asks several things of one server, so small that they fit into its buffers together: all are
   * sent before the first answer is read (RFC 9112, 9.3.2), which takes a fraction of the calls of
   * the kernel and wakes this thread once instead of once for each.
   *
   * @param questions all to the same server
   */
  Answers askTogether(List<Question> questions, ConnectionSettings limits) {
    List<Answer> answers = new ArrayList<>(questions.size());
    int sent = questions.size();
    try {
      sent = attemptTwice(questions, limits, answers);
    } catch (RegistryException | ConnectionLost e) {
      // Whoever asks for each of those that follow by itself is told why.
    }
    return new Answers(answers, sent);
  }

  /**
   * What came of several questions.
   *
   * @param first to the first of them
   * @param sent how many were, or were to be
   */
  record Answers(List<Answer> first, int sent) {

    /** Whether none of those that were sent was lost, and may have been taken all the same. */
    boolean areAll() {
      return first.size() == sent;
    }
  }

  /**
   * On another connection if the first ends before it gave any answer.
   *
   * @return how many of the questions were sent
   */
  private int attemptTwice(
      List<Question> questions, ConnectionSettings limits, List<Answer> answers)
      throws RegistryException, ConnectionLost {
    takePlace(questions.get(0).url(), limits);
    try {
      return attempt(questions, limits, connections.kept(questions.get(0).server()), answers);
    } catch (ConnectionLost e) {
      if (!answers.isEmpty()) {
        throw e;
      }
      return attempt(questions, limits, null, answers);
    } finally {
      places.release();
    }
  }

  private void takePlace(String url, ConnectionSettings limits) throws RegistryException {
    Duration limit = limits.connectTimeout().plus(limits.requestTimeout());
    try {
      if (!places.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new RegistryException(
            Kind.UNAVAILABLE,
            "%d requests are in progress and none ended within %d ms"
                .formatted(limits.maxRequests(), limit.toMillis()),
            url,
            "check that the server is healthy and not overloaded");
      }
    } catch (InterruptedException e) {
      throw ExchangeFailures.interrupted(url);
    }
  }

  /**
   * Sends the first of some questions, as many as the connection has room for, and adds their
   * answers: all of them, unless the server closes the connection after one.
   *
   * @return how many were sent
   */
  private int attempt(
      List<Question> all,
      ConnectionSettings limits,
      @Nullable Connection kept,
      List<Answer> answers)
      throws RegistryException, ConnectionLost {
    ServerAddress server = all.get(0).server();
    Connection carrier = kept == null ? opened(server, all.get(0).url(), limits) : kept;
    HttpClientConnection connection = carrier.http();
    List<Question> questions = all.subList(0, Math.min(all.size(), carrier.room()));
    // A read that gets a byte now and then has no end of its own, nor has a write nobody reads; and
    // with a time limit, the JDK asks the kernel three times for what one read gives.
    Deadlines.Deadline deadline = deadlines.after(limits.requestTimeout(), connection);
    boolean usable = false;
    try {
      connection.setSocketTimeout(Timeout.DISABLED);
      HttpCoreContext context = HttpCoreContext.create();
      List<ClassicHttpRequest> requests = new ArrayList<>(questions.size());
      for (Question each : questions) {
        ClassicHttpRequest request = request(each);
        executor.preProcess(request, HEADERS, context);
        connection.sendRequestHeader(request);
        if (request.getEntity() != null) {
          connection.sendRequestEntity(request);
        }
        requests.add(request);
      }
      connection.flush();
      long flushed = System.nanoTime();
      if (questions.size() > 1) {
        LockSupport.parkNanos(pace.forAnswers(questions.size()));
      }
      long read = System.nanoTime();
      usable = true;
      byte[] buffer = new byte[BUFFER];
      for (int i = 0; usable && i < requests.size(); i++) {
        usable = false;
        ClassicHttpResponse response = response(questions.get(i), connection);
        answers.add(answer(questions.get(i), response, limits, buffer));
        usable = executor.keepAlive(requests.get(i), response, connection, context);
        if (usable) {
          carrier.carried();
        } else if (response.getCode() < HttpStatus.SC_SERVER_ERROR) {
          carrier.carriedLast();
        }
      }
      if (answers.size() > 1) {
        pace.took(answers.size(), read - flushed, System.nanoTime() - flushed);
      }
      return questions.size();
    } catch (HttpException e) {
      throw ExchangeFailures.translated(e, questions.get(answers.size()).url());
    } catch (IOException e) {
      String url = questions.get(answers.size()).url();
      if (deadline.isLate() || e instanceof SocketTimeoutException) {
        throw ExchangeFailures.silent(url, limits.requestTimeout());
      }
      throw lostOr(e, url);
    } finally {
      if (deadline.met() && usable) {
        connections.keep(carrier);
      } else {
        // Not closed in peace: that would read what is left of an answer that is too large.
        connection.close(CloseMode.IMMEDIATE);
      }
    }
  }

  private static ClassicHttpResponse response(Question question, HttpClientConnection connection)
      throws HttpException, IOException {
    ClassicHttpResponse response = connection.receiveResponseHeader();
    while (response.getCode() < HttpStatus.SC_OK) {
      response = connection.receiveResponseHeader();
    }
    if (MessageSupport.canResponseHaveBody(question.method(), response)) {
      connection.receiveResponseEntity(response);
    }
    return response;
  }

  private Answer answer(
      Question question, ClassicHttpResponse response, ConnectionSettings limits, byte[] buffer)
      throws RegistryException, IOException {
    Answer answer =
        Answer.of(
            question.server(),
            question.url(),
            response.getCode(),
            body(response, limits.maxAnswerBytes(), buffer),
            clock.millis(response.getFirstHeader("Date")));
    if (ExchangeFailures.isForTls(answer)) {
      throw ExchangeFailures.withTls(answer);
    }
    return answer;
  }

  private Connection opened(ServerAddress server, String url, ConnectionSettings limits)
      throws RegistryException, ConnectionLost {
    try {
      return connections.open(server, limits.connectTimeout());
    } catch (SocketTimeoutException e) {
      throw ExchangeFailures.silent(url, limits.connectTimeout());
    } catch (IOException e) {
      throw lostOr(e, url);
    }
  }

  private static RegistryException lostOr(IOException failure, String url) throws ConnectionLost {
    if (ExchangeFailures.isLost(failure)) {
      throw new ConnectionLost(failure);
    }
    return ExchangeFailures.translated(failure, url);
  }

  /**
   * Reads what an answer says.
   *
   * @param buffer for the first bytes, which mostly are all; whoever reads another answer may use
   *     it again
   */
  private static byte[] body(ClassicHttpResponse response, int maxBytes, byte[] buffer)
      throws IOException {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return new byte[0];
    }
    InputStream content = entity.getContent();
    int length = content.readNBytes(buffer, 0, Math.min(buffer.length, maxBytes));
    byte[] rest = length < buffer.length ? new byte[0] : content.readNBytes(maxBytes - length);
    if (length + rest.length == maxBytes && content.read() != -1) {
      throw new ExchangeFailures.TooLarge(maxBytes);
    }
    byte[] body = Arrays.copyOf(buffer, length + rest.length);
    System.arraycopy(rest, 0, body, length, rest.length);
    return body;
  }

  private static ClassicHttpRequest request(Question question) {
    BasicClassicHttpRequest request =
        // The text alone would be parsed as a URI.
        new BasicClassicHttpRequest(
            question.method(),
            null,
            null,
            question.server().contextPath() + question.pathAndQuery());
    request.addHeader("Host", question.server().base().getRawAuthority());
    request.addHeader("User-Agent", question.agent());
    request.addHeader("Accept", "application/json, text/plain, */*");
    if (!question.body().isEmpty()) {
      request.addHeader("Content-Type", question.type());
      request.setEntity(
          new ByteArrayEntity(question.body().getBytes(StandardCharsets.UTF_8), null));
    }
    if (!question.token().isEmpty()) {
      request.addHeader("Authorization", "Bearer " + question.token());
    }
    return request;
  }

  /** The connection ended before an answer. */
  private static final class ConnectionLost extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient IOException cause;

    ConnectionLost(IOException cause) {
      super(cause);
      this.cause = cause;
    }
  }
}
