package io.landbridge.registry;

import java.time.Duration;
import java.util.List;

/**
 * How a cluster is reached.
 *
 * @param servers its servers in order of preference, at least one
 * @param credentials whom to log in as
 * @param connectTimeout how long a connection may take to open, per server
 * @param requestTimeout how long one server may take for one whole answer
 * @param maxAnswerBytes the largest answer that is read
 * @param maxRequests how many requests may be under way at once; as many connections are held to
 *     each server at most
 * @param trust whom to believe when an address is {@code https}
 * @param recipients which servers may be sent the password, and tokens
 */
public record ConnectionSettings(
    List<ServerAddress> servers,
    Credentials credentials,
    Duration connectTimeout,
    Duration requestTimeout,
    int maxAnswerBytes,
    int maxRequests,
    Trust trust,
    Recipients recipients) {

  private static final int USUAL_REQUESTS = 64;

  /** Copies the list and checks that there is a server and a request may be sent. */
  public ConnectionSettings {
    servers = List.copyOf(servers);
    if (servers.isEmpty()) {
      throw new IllegalArgumentException("at least one server is needed");
    }
    if (maxRequests < 1) {
      throw new IllegalArgumentException("at least one request must be allowed at a time");
    }
  }

  /** Whose password goes to whatever server is named. */
  public ConnectionSettings(
      List<ServerAddress> servers,
      Credentials credentials,
      Duration connectTimeout,
      Duration requestTimeout,
      int maxAnswerBytes,
      int maxRequests,
      Trust trust) {
    this(
        servers,
        credentials,
        connectTimeout,
        requestTimeout,
        maxAnswerBytes,
        maxRequests,
        trust,
        Recipients.ANYBODY);
  }

  /** With 64 requests at once and the JVM's own authorities. */
  public ConnectionSettings(
      List<ServerAddress> servers,
      Credentials credentials,
      Duration connectTimeout,
      Duration requestTimeout,
      int maxAnswerBytes) {
    this(
        servers,
        credentials,
        connectTimeout,
        requestTimeout,
        maxAnswerBytes,
        USUAL_REQUESTS,
        Trust.SYSTEM);
  }

  /** The same limits for other servers. */
  public ConnectionSettings withServers(List<ServerAddress> others) {
    return new ConnectionSettings(
        others,
        credentials,
        connectTimeout,
        requestTimeout,
        maxAnswerBytes,
        maxRequests,
        trust,
        recipients);
  }

  /** The same servers with more or less time for an answer. */
  public ConnectionSettings withRequestTimeout(Duration other) {
    return new ConnectionSettings(
        servers,
        credentials,
        connectTimeout,
        other,
        maxAnswerBytes,
        maxRequests,
        trust,
        recipients);
  }

  /** The same servers with another bound for the requests under way. */
  public ConnectionSettings withMaxRequests(int other) {
    return new ConnectionSettings(
        servers,
        credentials,
        connectTimeout,
        requestTimeout,
        maxAnswerBytes,
        other,
        trust,
        recipients);
  }

  /** The same servers with other authorities believed in. */
  public ConnectionSettings withTrust(Trust other) {
    return new ConnectionSettings(
        servers,
        credentials,
        connectTimeout,
        requestTimeout,
        maxAnswerBytes,
        maxRequests,
        other,
        recipients);
  }

  /** The same servers, of which only some are sent the password. */
  public ConnectionSettings withRecipients(Recipients other) {
    return new ConnectionSettings(
        servers,
        credentials,
        connectTimeout,
        requestTimeout,
        maxAnswerBytes,
        maxRequests,
        trust,
        other);
  }

  /** Settings with 3 s to connect, 15 s for an answer, and answers of up to 64 MiB. */
  public static ConnectionSettings of(List<ServerAddress> servers, Credentials credentials) {
    return new ConnectionSettings(
        servers, credentials, Duration.ofSeconds(3), Duration.ofSeconds(15), 64 * 1024 * 1024);
  }
}
