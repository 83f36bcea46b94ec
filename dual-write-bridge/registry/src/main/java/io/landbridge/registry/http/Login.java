package io.landbridge.registry.http;

import io.landbridge.registry.Credentials;
import io.landbridge.registry.Recipients;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The token of one user, fetched when first needed, again before it expires, and once again when a
 * server refuses it; or one that was given, which nobody can replace. All servers of a cluster
 * accept the same token.
 *
 * <p>Safe for use by several threads at once.
 */
final class Login {

  /** The 3.x path first: where it is answered the other one may be switched off. */
  private static final List<String> PATHS = List.of("/v3/auth/user/login", "/v1/auth/login");

  /** What servers without another setting give; and for those that do not tell, or too much. */
  private static final long LONGEST_SECONDS = TimeUnit.HOURS.toSeconds(5);

  /** A login costs a server a tenth of a second of a processor; many may be refused at once. */
  private static final long PROVED_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Credentials credentials;
  private final Recipients recipients;

  /** Servers that tokens may be sent to, so that names are not looked up for each request. */
  private final Set<ServerAddress> allowed = ConcurrentHashMap.newKeySet();

  private final Object lock = new Object();
  private Token current = Token.NONE;

  /** A token that was new and refused all the same: it is not the token. */
  private volatile Proof proof = new Proof(Token.NONE, 0);

  private record Proof(Token token, long at) {}

  Login(Credentials credentials, Recipients recipients) {
    this.credentials = credentials;
    this.recipients = recipients;
  }

  boolean isAnonymous() {
    return credentials.isAnonymous();
  }

  Token token(ServerClient client, ServerAddress server) throws RegistryException {
    if (isAnonymous()) {
      return Token.NONE;
    }
    if (!allowed.contains(server)) {
      recipients.require(server);
      if (allowed.size() < ServerAddress.MAX_SERVERS) {
        allowed.add(server);
      }
    }
    Token token = renewed(client, server, Token.NONE);
    if (System.nanoTime() - token.renewAt() < 0) {
      return token;
    }
    try {
      return renewed(client, server, token);
    } catch (RegistryException e) {
      if (e.kind() == Kind.UNAUTHORISED || e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      // Still good for a while: the next request tries again, and a refused one asks as well.
      return token;
    }
  }

  /** Whether another token can be had when a server refuses the present one. */
  boolean isRenewable() {
    return !credentials.isAnonymous() && !credentials.isToken();
  }

  /** A token that was had for this request alone was refused: the user may not do this. */
  void proved(Token token) {
    proof = new Proof(token, System.nanoTime());
  }

  /**
   * Whether that is so of a token since a short while, so that another one would change nothing.
   */
  boolean isProved(Token token) {
    Proof last = proof;
    return last.token().equals(token) && System.nanoTime() - last.at() < PROVED_NANOS;
  }

  /**
   * What it means that a server refuses a token that was given.
   *
   * @return empty if there is more to it, or it is not known, than that the token is too old
   */
  Optional<RegistryException> expired(String url) {
    return credentials.isToken()
        ? TokenExpiry.of(credentials.token())
            .filter(end -> end.isBefore(Instant.now()))
            .map(
                end ->
                    new RegistryException(
                        Kind.UNAUTHORISED,
                        "the token has expired at " + end,
                        url,
                        "create a new token, or pass --username and a password"))
        : Optional.empty();
  }

  /** A token other than the stale one; of several threads with the same stale one, one logs in. */
  Token renewed(ServerClient client, ServerAddress server, Token stale) throws RegistryException {
    if (isAnonymous()) {
      return Token.NONE;
    }
    synchronized (lock) {
      if (current.equals(stale)) {
        current =
            credentials.isToken()
                ? new Token(credentials.token(), current.generation() + 1, renewal(0))
                : logIn(client, server);
      }
      return current;
    }
  }

  private Token logIn(ServerClient client, ServerAddress server) throws RegistryException {
    recipients.require(server);
    Map<String, String> form = new LinkedHashMap<>();
    form.put("username", credentials.username());
    form.put("password", credentials.password());
    for (String path : PATHS) {
      Answer answer = ask(client, server, path, form);
      String token = answer.json().map(json -> json.path("accessToken").asText("")).orElse("");
      if (answer.ok() && !token.isEmpty()) {
        long seconds = answer.json().map(json -> json.path("tokenTtl").asLong()).orElse(0L);
        return new Token(token, current.generation() + 1, renewal(seconds));
      }
      if (answer.status() == 401 || answer.status() == 403 || answer.status() == 500) {
        // 1.x and 2.x answer a wrong password with 403, some with 500 and "unknown user".
        throw refused(server, "status %d".formatted(answer.status()), path);
      }
    }
    // A server without a login does not check tokens either; if it does after all, the request
    // itself is refused and says so.
    return new Token("", current.generation() + 1, renewal(0));
  }

  /** After four fifths of the time a token lasts. */
  private static long renewal(long seconds) {
    long lasts = seconds > 0 && seconds < LONGEST_SECONDS ? seconds : LONGEST_SECONDS;
    return System.nanoTime() + TimeUnit.SECONDS.toNanos(lasts) / 5 * 4;
  }

  /** A 2.x server without its console answers a wrong password with the status 0. */
  private Answer ask(
      ServerClient client, ServerAddress server, String path, Map<String, String> form)
      throws RegistryException {
    try {
      return client.postForm(server, path, form);
    } catch (RegistryException e) {
      throw e.kind() == Kind.UNEXPECTED_ANSWER ? refused(server, e.what(), path) : e;
    }
  }

  private RegistryException refused(ServerAddress server, String answer, String path) {
    return new RegistryException(
        Kind.UNAUTHORISED,
        "login as '%s' failed (%s)".formatted(credentials.username(), answer),
        server + path,
        "check the user name and the password");
  }

  /**
   * What a login gave.
   *
   * @param value the token; empty when the server has no login
   * @param generation how many logins there were
   * @param renewAt when to fetch another one, in nanoseconds of the clock without an epoch
   */
  record Token(String value, int generation, long renewAt) {

    /** Before the first login. */
    static final Token NONE = new Token("", 0, 0);

    @Override
    public String toString() {
      return "Token[...]";
    }
  }
}
