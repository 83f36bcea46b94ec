package io.landbridge.registry.http;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.http.Connections.Connection;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.TruncatedChunkException;
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

  /** What Tomcat, nginx and others answer to plain HTTP where they expect TLS. */
  private static final Pattern WANTS_TLS =
      Pattern.compile("requires TLS|HTTP request (was )?sent to (an )?HTTPS", CASE_INSENSITIVE);

  private static final String GIVE_CERTIFICATE = "pass --client-certificate and --client-key";

  /** How a server says what is wrong with the client's certificate. */
  private static final Pattern WANTS_CERTIFICATE =
      Pattern.compile(
          "alert: (certificate_required|bad_certificate|certificate_unknown|unknown_ca"
              + "|unsupported_certificate|certificate_expired|certificate_revoked|access_denied)");

  private static final HttpProcessor HEADERS =
      HttpProcessorBuilder.create()
          .addAll(RequestContent.INSTANCE, RequestConnControl.INSTANCE)
          .build();

  /** A small answer fits into it. */
  private static final int BUFFER = 4 << 10;

  private final HttpRequestExecutor executor = new HttpRequestExecutor();
  private final Connections connections;
  private final Semaphore places;

  /**
   * The last one: the same header comes with all answers within a second, and reading it is slow.
   */
  private volatile Clock clock = Clock.NONE;

  private final Deadlines deadlines = new Deadlines();
  private final AnswerPace pace = new AnswerPace();

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
      throw translated(e.cause, question.url());
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
      throw interrupted(url);
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
      throw translated(e, questions.get(answers.size()).url());
    } catch (IOException e) {
      String url = questions.get(answers.size()).url();
      if (deadline.isLate() || e instanceof SocketTimeoutException) {
        throw silent(url, limits.requestTimeout());
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
            date(response));
    if (answer.status() == 400 && WANTS_TLS.matcher(answer.text()).find()) {
      throw new RegistryException(
          Kind.UNREACHABLE,
          "the server requires TLS at this port",
          answer.url(),
          "use an https:// address");
    }
    return answer;
  }

  private Connection opened(ServerAddress server, String url, ConnectionSettings limits)
      throws RegistryException, ConnectionLost {
    try {
      return connections.open(server, limits.connectTimeout());
    } catch (SocketTimeoutException e) {
      throw silent(url, limits.connectTimeout());
    } catch (IOException e) {
      throw lostOr(e, url);
    }
  }

  private static RegistryException lostOr(IOException failure, String url) throws ConnectionLost {
    if (failure instanceof NoHttpResponseException
        || failure instanceof ConnectionClosedException
        || failure instanceof TruncatedChunkException
        || (failure instanceof SocketException && !(failure instanceof ConnectException))) {
      throw new ConnectionLost(failure);
    }
    return translated(failure, url);
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
      throw new TooLarge(maxBytes);
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

  private long date(ClassicHttpResponse response) {
    Header header = response.getFirstHeader("Date");
    String text = header == null ? "" : header.getValue();
    Clock last = clock;
    if (!last.text().equals(text)) {
      last = Clock.of(text);
      clock = last;
    }
    return last.millis();
  }

  /**
   * What a server said of the time.
   *
   * @param text the header; empty for none
   * @param millis since 1970; 0 if that is no time
   */
  private record Clock(String text, long millis) {

    static final Clock NONE = new Clock("", 0);

    static Clock of(String text) {
      try {
        return new Clock(
            text,
            ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                .toInstant()
                .toEpochMilli());
      } catch (DateTimeException e) {
        return new Clock(text, 0);
      }
    }
  }

  private static RegistryException interrupted(String url) {
    Thread.currentThread().interrupt();
    return new RegistryException(Kind.INTERRUPTED, "interrupted", url, "run it again");
  }

  private static RegistryException silent(String url, Duration limit) {
    return new RegistryException(
        Kind.UNREACHABLE,
        "no complete answer within %d ms".formatted(limit.toMillis()),
        url,
        "check that the server is healthy and not overloaded"
            + (url.startsWith("https:") ? ", and that it speaks TLS at this port" : ""));
  }

  private static RegistryException translated(Exception failure, String url) {
    if (failure instanceof TooLarge tooLarge) {
      return new RegistryException(
          Kind.TOO_LARGE,
          String.valueOf(tooLarge.getMessage()),
          url,
          "check that this is a Nacos server");
    }
    if (failure instanceof HttpException
        || failure instanceof MessageConstraintException
        || failure instanceof MalformedChunkCodingException) {
      return new RegistryException(
          Kind.UNEXPECTED_ANSWER,
          "unexpected answer: not HTTP (" + failure.getMessage() + ")",
          url,
          "check that this is the HTTP port of a Nacos server, and use https:// if the server"
              + " requires TLS");
    }
    if (failure instanceof SSLException tls) {
      return withoutTls(tls, url);
    }
    String why =
        failure instanceof UnknownHostException
            ? "unknown host name"
            : failure instanceof ConnectException ? "connection refused" : reason(failure);
    return new RegistryException(
        Kind.UNREACHABLE,
        "the server cannot be reached (" + why + ")",
        url,
        "check that the server is running, and check its address"
            + (failure instanceof ConnectException
                ? ""
                : url.startsWith("https:")
                    // A server may also close the connection of who shows no certificate.
                    ? ", and " + GIVE_CERTIFICATE + " if the server requires a client certificate"
                    : ", and use https:// if the server requires TLS"));
  }

  private static RegistryException withoutTls(SSLException failure, String url) {
    if (WANTS_CERTIFICATE.matcher(String.valueOf(failure.getMessage())).find()) {
      return new RegistryException(
          Kind.UNREACHABLE,
          "the server rejects the client certificate, or requires one (%s)"
              .formatted(failure.getMessage()),
          url,
          GIVE_CERTIFICATE + ", with a certificate that the server trusts");
    }
    boolean disbelieved = failure.getCause() instanceof CertificateException;
    return new RegistryException(
        Kind.UNREACHABLE,
        (disbelieved
                ? "the server's certificate is not trusted (%s)"
                : "the server does not speak TLS at this port (%s)")
            .formatted(failure.getMessage()),
        url,
        disbelieved
            ? "pass the issuing CA with --ca-file, and use a host name from the certificate"
            : "use an http:// address, the https:// port, or "
                + GIVE_CERTIFICATE
                + " if the server requires a client certificate");
  }

  private static String reason(Throwable failure) {
    String kind = failure instanceof IOException ? "connection lost" : "failure";
    String message = failure.getMessage();
    return message == null ? kind : kind + ", " + message.toLowerCase(Locale.ROOT);
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

  /** The answer was larger than allowed. */
  private static final class TooLarge extends IOException {

    private static final long serialVersionUID = 1L;

    TooLarge(int maxBytes) {
      super("the answer has more than " + maxBytes + " bytes");
    }
  }
}
