package io.landbridge.registry.http;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.TruncatedChunkException;

/** What failures of an {@link Exchange} mean, and what to do about them. */
final class ExchangeFailures {

  /** What Tomcat, nginx and others answer to plain HTTP where they expect TLS. */
  private static final Pattern WANTS_TLS =
      Pattern.compile("requires TLS|HTTP request (was )?sent to (an )?HTTPS", CASE_INSENSITIVE);

  private static final String GIVE_CERTIFICATE = "pass --client-certificate and --client-key";

  /** How a server says what is wrong with the client's certificate. */
  private static final Pattern WANTS_CERTIFICATE =
      Pattern.compile(
          "alert: (certificate_required|bad_certificate|certificate_unknown|unknown_ca"
              + "|unsupported_certificate|certificate_expired|certificate_revoked|access_denied)");

  private ExchangeFailures() {}

  /** The answer was larger than allowed. */
  static final class TooLarge extends IOException {

    private static final long serialVersionUID = 1L;

    TooLarge(int maxBytes) {
      super("the answer has more than " + maxBytes + " bytes");
    }
  }

  /** Whether the connection ended before an answer. */
  static boolean isLost(IOException failure) {
    return failure instanceof NoHttpResponseException
        || failure instanceof ConnectionClosedException
        || failure instanceof TruncatedChunkException
        || (failure instanceof SocketException && !(failure instanceof ConnectException));
  }

  /** Whether a server says with its answer that it was asked without TLS. */
  static boolean isForTls(Answer answer) {
    return answer.status() == 400 && WANTS_TLS.matcher(answer.text()).find();
  }

  /** The server expects TLS. */
  static RegistryException withTls(Answer answer) {
    return new RegistryException(
        Kind.UNREACHABLE,
        "the server requires TLS at this port",
        answer.url(),
        "use an https:// address");
  }

  /** The thread was interrupted; it is again. */
  static RegistryException interrupted(String url) {
    Thread.currentThread().interrupt();
    return new RegistryException(Kind.INTERRUPTED, "interrupted", url, "run the command again");
  }

  /** The server did not answer in time. */
  static RegistryException silent(String url, Duration limit) {
    return new RegistryException(
        Kind.UNREACHABLE,
        "no complete answer within %d ms".formatted(limit.toMillis()),
        url,
        "check that the server is healthy and not overloaded"
            + (url.startsWith("https:") ? ", and that it speaks TLS at this port" : ""));
  }

  /** What a failure to connect, send or receive means. */
  static RegistryException translated(Exception failure, String url) {
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
}
