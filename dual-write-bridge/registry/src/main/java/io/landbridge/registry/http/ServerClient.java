package io.landbridge.registry.http;

import io.landbridge.registry.Attempt;
import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Asks the servers of one cluster over HTTP.
 *
 * <p>A request goes to the server that answered last; when that one cannot be reached, does not
 * answer in time or says that it is unavailable, the others are tried once each. Only requests that
 * may be repeated are sent: reads, and writes that set a state. Answers are limited in size, number
 * and time as {@link ConnectionSettings} says. Redirects are not followed. The token of a {@link
 * Login} goes into the {@code Authorization} header, never into a URL.
 *
 * <p>Safe for use by several threads at once.
 */
public final class ServerClient {

  private static final String AGENT = "landbridge";

  /** So many are sent before the first answer is read: they fit into any buffer. */
  private static final int TOGETHER = 32;

  private final Exchange exchange;
  private final Login login;
  private final String agent;
  private final Optional<RequestRate> rate;
  private final Optional<ProcessorLimit> processors;
  private final AtomicLong requests;
  private final AtomicInteger preferred = new AtomicInteger();

  /** Which of the sources of a {@link ProcessorShare} answered last. */
  private final AtomicInteger shareSource = new AtomicInteger();

  private volatile ConnectionSettings settings;

  /**
   * Makes a client that logs in.
   *
   * @param settings the servers and limits
   * @throws IllegalArgumentException if the certificates to trust cannot be read
   */
  public ServerClient(ConnectionSettings settings) {
    this(
        new Exchange(settings),
        settings,
        new Login(settings.credentials(), settings.recipients()),
        AGENT,
        Optional.empty(),
        Optional.empty(),
        new AtomicLong());
  }

  private ServerClient(
      Exchange exchange,
      ConnectionSettings settings,
      Login login,
      String agent,
      Optional<RequestRate> rate,
      Optional<ProcessorLimit> processors,
      AtomicLong requests) {
    this.exchange = exchange;
    this.settings = settings;
    this.login = login;
    this.agent = agent;
    this.rate = rate;
    this.processors = processors;
    this.requests = requests;
  }

  /** The servers this client may ask. */
  public List<ServerAddress> servers() {
    return settings.servers();
  }

  /** Asks these servers from now on; clients made of this one before keep theirs. */
  public void replaceServers(List<ServerAddress> servers) {
    settings = settings.withServers(servers);
  }

  /** A client for one server alone; connections and the login are shared with this one. */
  public ServerClient only(ServerAddress server) {
    return with(settings.withServers(List.of(server)));
  }

  /**
   * A client for requests that a server answers later on purpose; connections and the login are
   * shared with this one.
   *
   * @param longer how much longer than usual an answer may take
   */
  public ServerClient patient(Duration longer) {
    return with(settings.withRequestTimeout(settings.requestTimeout().plus(longer)));
  }

  /** A client that calls itself so: servers treat some clients differently. */
  public ServerClient calledAs(String name) {
    return new ServerClient(exchange, settings, login, name, rate, processors, requests);
  }

  /** A client that sends no more requests than that, together with others of the same rate. */
  public ServerClient at(RequestRate limit) {
    return new ServerClient(
        exchange, settings, login, agent, Optional.of(limit), processors, requests);
  }

  /**
   * A client whose requests keep servers below that limit, as far as that depends on them. A
   * request fails when the server it is for does not tell how busy it is.
   */
  public ServerClient below(ProcessorLimit limit) {
    return new ServerClient(exchange, settings, login, agent, rate, Optional.of(limit), requests);
  }

  /** What servers told of their processors, where there is a limit for that. */
  public Optional<ProcessorLimit.Readings> readings() {
    return processors.map(ProcessorLimit::readings);
  }

  /**
   * How many requests were sent, of those too that were made of this one or that it was made of.
   */
  public long requests() {
    return requests.get();
  }

  /**
   * Closes the connections that are idle now, also those of clients that share them. A later
   * request opens others.
   */
  public void closeIdle() {
    exchange.closeIdle();
  }

  private ServerClient with(ConnectionSettings other) {
    return new ServerClient(exchange, other, login, agent, rate, processors, requests);
  }

  /**
   * Reads.
   *
   * @param path below the context path, with a leading slash
   * @param parameters query parameters, not yet encoded
   * @return the answer, whatever its status
   * @throws RegistryException if no server answered, or the login failed
   */
  public Answer get(String path, Map<String, String> parameters) throws RegistryException {
    return send(Request.of("GET", path, parameters));
  }

  /**
   * Sets a state; may be sent more than once.
   *
   * @param path below the context path, with a leading slash
   * @param parameters query parameters, not yet encoded
   * @return the answer, whatever its status
   * @throws RegistryException if no server answered, or the login failed
   */
  public Answer put(String path, Map<String, String> parameters) throws RegistryException {
    return send(Request.of("PUT", path, parameters));
  }

  /**
   * Sets a state that does not fit into a URL; may be sent more than once.
   *
   * @param path below the context path, with a leading slash
   * @param parameters query parameters, not yet encoded
   * @param text the body
   * @return the answer, whatever its status
   * @throws RegistryException if no server answered, or the login failed
   */
  public Answer put(String path, Map<String, String> parameters, String text)
      throws RegistryException {
    return send(Request.of("PUT", path, parameters).with(text));
  }

  /**
   * Sets a state with the parameters in a form; may be sent more than once.
   *
   * @param path below the context path, with a leading slash
   * @param form not yet encoded
   * @return the answer, whatever its status
   * @throws RegistryException if no server answered, or the login failed
   */
  public Answer post(String path, Map<String, String> form) throws RegistryException {
    return send(Request.ofForm("POST", path, form));
  }

  /**
   * Takes something away; may be sent more than once.
   *
   * @param path below the context path, with a leading slash
   * @param parameters query parameters, not yet encoded
   * @return the answer, whatever its status
   * @throws RegistryException if no server answered, or the login failed
   */
  public Answer delete(String path, Map<String, String> parameters) throws RegistryException {
    return send(Request.of("DELETE", path, parameters));
  }

  /**
   * Reads several things with fewer calls of the kernel than one by one.
   *
   * @param path below the context path, with a leading slash
   * @param parameters query parameters of each, not yet encoded
   * @return for each, in this order, what {@link #get} would give
   */
  public List<Attempt<Answer>> getAll(String path, List<Map<String, String>> parameters) {
    return sendAll(parameters.stream().map(each -> Request.of("GET", path, each)).toList());
  }

  /**
   * Sets states that are small, as their answers are, with fewer calls of the kernel than one by
   * one; may be sent more than once.
   *
   * @param path below the context path, with a leading slash
   * @param parameters query parameters of each, not yet encoded
   * @return for each, in this order, what {@link #put(String, Map)} would give
   */
  public List<Attempt<Answer>> putAll(String path, List<Map<String, String>> parameters) {
    return sendAll(parameters.stream().map(each -> Request.of("PUT", path, each)).toList());
  }

  /**
   * Sets states with the parameters in forms that are small, as their answers are, with fewer calls
   * of the kernel than one by one; may be sent more than once.
   *
   * @param path below the context path, with a leading slash
   * @param forms of each, not yet encoded
   * @return for each, in this order, what {@link #post(String, Map)} would give
   */
  public List<Attempt<Answer>> postAll(String path, List<Map<String, String>> forms) {
    return sendAll(forms.stream().map(each -> Request.ofForm("POST", path, each)).toList());
  }

  /**
   * What gets no answer together with others is sent by itself, with all that belongs to that, and
   * so is what follows; when that fails, what follows fails alike, and is not sent.
   */
  private List<Attempt<Answer>> sendAll(List<Request> requests) {
    List<Attempt<Answer>> all = new ArrayList<>(requests.size());
    boolean broken = false;
    while (all.size() < requests.size()) {
      int begun = all.size();
      List<Request> next = requests.subList(begun, Math.min(requests.size(), begun + TOGETHER));
      List<Answer> answers = List.of();
      if (!broken) {
        Optional<Exchange.Answers> some = together(next);
        answers = some.map(Exchange.Answers::first).orElse(List.of());
        // A server that closes the connection whenever it fails would get each many times.
        broken = !some.map(Exchange.Answers::areAll).orElse(false);
      }
      for (int i = 0; i < Math.max(1, answers.size()); i++) {
        Request request = requests.get(begun + i);
        Optional<Answer> answer =
            answers.stream().skip(i).findFirst().filter(ServerClient::isFinal);
        Attempt<Answer> attempt =
            Attempt.of(() -> answer.isPresent() ? answer.get() : send(request));
        if (attempt.failure().isPresent()) {
          all.addAll(Collections.nCopies(requests.size() - all.size(), attempt));
          return all;
        }
        all.add(attempt);
      }
    }
    return all;
  }

  /** Whether no login and no other server can change it. */
  private static boolean isFinal(Answer answer) {
    return !isRefused(answer) && !isUnavailable(answer);
  }

  private static boolean isRefused(Answer answer) {
    return answer.status() == 401 || answer.status() == 403;
  }

  private static boolean isUnavailable(Answer answer) {
    return answer.status() >= 502 && answer.status() <= 504;
  }

  /** The answers to the first of them; nothing where each needs a look at the server first. */
  private Optional<Exchange.Answers> together(List<Request> requests) {
    if (requests.size() < 2 || rate.isPresent() || processors.isPresent()) {
      return Optional.empty();
    }
    List<ServerAddress> servers = servers();
    ServerAddress server = servers.get(Math.floorMod(preferred.get(), servers.size()));
    try {
      String token = login.token(this, server).value();
      Exchange.Answers answers =
          exchange.askTogether(
              requests.stream().map(each -> each.question(server, token, agent)).toList(),
              settings);
      this.requests.addAndGet(answers.sent());
      return Optional.of(answers);
    } catch (RegistryException e) {
      // Whoever is sent by itself says it, or asks another server.
      return Optional.empty();
    }
  }

  private Answer send(Request request) throws RegistryException {
    List<RegistryException> failures = new ArrayList<>();
    List<ServerAddress> servers = servers();
    int first = Math.floorMod(preferred.get(), servers.size());
    for (int i = 0; i < servers.size(); i++) {
      int index = (first + i) % servers.size();
      ServerAddress server = servers.get(index);
      try {
        Answer answer = authorised(server, request);
        if (isUnavailable(answer)) {
          failures.add(answer.failure());
          continue;
        }
        preferred.set(index);
        return answer;
      } catch (RegistryException e) {
        if (e.kind() != Kind.UNREACHABLE) {
          throw e;
        }
        failures.add(e);
      }
    }
    throw failures.size() == 1 ? failures.get(0) : allFailed(failures);
  }

  private static RegistryException allFailed(List<RegistryException> failures) {
    return new RegistryException(
        failures.stream().allMatch(each -> each.kind() == Kind.UNREACHABLE)
            ? Kind.UNREACHABLE
            : Kind.UNAVAILABLE,
        "none of %d servers answered".formatted(failures.size()),
        failures.stream()
            .map(each -> each.where() + " (" + each.what() + ")")
            .collect(Collectors.joining(", ")),
        "check that the servers are running, and check their addresses");
  }

  private Answer authorised(ServerAddress server, Request request) throws RegistryException {
    Login.Token token = login.token(this, server);
    if (processors.isPresent()) {
      processors
          .get()
          .await(server + request.pathAndQuery(), () -> processorShare(server, token.value()));
    }
    Answer answer = exchange(server, request, token.value());
    boolean refused = isRefused(answer);
    if (refused) {
      Optional<RegistryException> expired = login.expired(server + request.pathAndQuery());
      if (expired.isPresent()) {
        throw expired.get();
      }
    }
    if (!refused || !login.isRenewable()) {
      return answer;
    }
    if (login.isProved(token)) {
      return answer.toKnownUser();
    }
    Login.Token fresh = login.renewed(this, server, token);
    Answer second = exchange(server, request, fresh.value()).toKnownUser();
    if (second.isForbidden()) {
      login.proved(fresh);
    }
    return second;
  }

  /**
   * Asks a server how busy its processors are.
   *
   * @return empty if it does not tell: neither are its metrics exposed, nor does its API say so
   */
  public Optional<ProcessorShare> processorShare(ServerAddress server) throws RegistryException {
    return processorShare(server, login.token(this, server).value());
  }

  private Optional<ProcessorShare> processorShare(ServerAddress server, String token)
      throws RegistryException {
    int first = shareSource.get();
    for (int i = 0; i < ProcessorShare.SOURCES.size(); i++) {
      int source = (first + i) % ProcessorShare.SOURCES.size();
      Answer answer =
          exchange(server, Request.of("GET", ProcessorShare.SOURCES.get(source), Map.of()), token);
      Optional<ProcessorShare> share = ProcessorShare.of(answer);
      if (share.isPresent()) {
        shareSource.set(source);
        return share;
      }
    }
    return Optional.empty();
  }

  /** Sends a form without a token. */
  Answer postForm(ServerAddress server, String path, Map<String, String> form)
      throws RegistryException {
    return exchange(server, Request.ofForm("POST", path, form), "");
  }

  private Answer exchange(ServerAddress server, Request request, String token)
      throws RegistryException {
    if (rate.isPresent()) {
      rate.get().await(server + request.pathAndQuery());
    }
    requests.incrementAndGet();
    return exchange.ask(request.question(server, token, agent), settings);
  }
}
