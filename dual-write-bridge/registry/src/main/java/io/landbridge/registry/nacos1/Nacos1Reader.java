package io.landbridge.registry.nacos1;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.model.LogText;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Attempt;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.ServerInfo;
import io.landbridge.registry.http.Answer;
import io.landbridge.registry.http.InstanceJson;
import io.landbridge.registry.http.ServerClient;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyInstance;
import io.landbridge.registry.legacy.LegacyInstances;
import io.landbridge.registry.legacy.LegacyMember;
import io.landbridge.registry.legacy.LegacyMembers;
import io.landbridge.registry.legacy.LegacyPart;
import io.landbridge.registry.legacy.LegacyService;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** What is registered, by the API of the console and of the operators. */
final class Nacos1Reader {

  private static final int MAX_ROUNDS = 3;

  private static final long MEMBERS_LAST = TimeUnit.SECONDS.toNanos(10);

  /** What the server says of an instance it does not have, with 404 or, as 1.4.1, with 500. */
  private static final Pattern NO_INSTANCE =
      Pattern.compile("\\bno (matched ip|service \\S+|ips) found\\b");

  private final ServerClient client;
  private volatile KnownMembers known =
      new KnownMembers(new LegacyMembers(List.of(), List.of()), 0);

  Nacos1Reader(ServerClient client) {
    this.client = client;
  }

  private record KnownMembers(LegacyMembers members, long at) {}

  /** What a server, or any of several, is asked of services; answered in their order. */
  private interface Question<K, T> {
    List<Attempt<T>> ask(ServerClient from, List<K> of, boolean firstHand);
  }

  LegacyMembers members() throws RegistryException {
    known =
        new KnownMembers(
            members(client.get("/v1/ns/operator/servers", Map.of())), System.nanoTime());
    return known.members();
  }

  /** Reads a list of members; one without an address keeps no other from being read. */
  static LegacyMembers members(Answer answer) throws RegistryException {
    JsonNode servers = answer.requireJson().path("servers");
    if (!servers.isArray() || servers.isEmpty()) {
      throw answer.unexpected("not a list of servers");
    }
    List<LegacyMember> members = new ArrayList<>();
    List<String> unusable = new ArrayList<>();
    for (JsonNode each : servers) {
      String address =
          each.path("ip").asText("")
              + ":"
              + (each.has("port") ? each.path("port") : each.path("servePort")).asInt();
      try {
        members.add(
            new LegacyMember(
                answer.server().sibling(address),
                each.path("extendInfo").path("version").asText(ServerInfo.UNKNOWN_VERSION),
                each.path("state").asText(each.path("alive").asBoolean() ? "UP" : "DOWN")));
      } catch (IllegalArgumentException e) {
        unusable.add(LogText.of(address));
      }
    }
    members.sort(Comparator.comparing(member -> member.address().toString()));
    return new LegacyMembers(members, unusable);
  }

  /** The same, not older than a few seconds. */
  LegacyMembers recentMembers() throws RegistryException {
    KnownMembers recent = known;
    return recent.members().size() == 0 || System.nanoTime() - recent.at() > MEMBERS_LAST
        ? members()
        : recent.members();
  }

  Namespaces namespaces() throws RegistryException {
    List<String> namespaces = new ArrayList<>();
    Answer known = client.get("/v1/console/namespaces", Map.of());
    JsonNode listed = known.requireJson().path("data");
    if (!listed.isArray()) {
      throw known.unexpected("not a list of namespaces");
    }
    for (JsonNode each : listed) {
      namespaces.add(each.path("namespace").asText(""));
    }
    // Clients may name a namespace nobody made.
    Answer used = client.get("/v1/ns/service/names", Map.of());
    namespaces.addAll(
        ServiceNames.namespaces(used.requireJson())
            .orElseThrow(() -> used.unexpected("not a list of services by namespace")));
    return Namespaces.listed(namespaces).and(Namespaces.of(NamespaceId.PUBLIC));
  }

  List<RegisteredService> services(NamespaceId namespace) throws RegistryException {
    return List.copyOf(
        ConsoleCatalog.services(client, namespace, LegacyCluster.SERVICES_PER_REQUEST));
  }

  Optional<LegacyService> service(ServiceKey key) throws RegistryException {
    return ask(
            List.of(key),
            Function.identity(),
            (from, keys, firstHand) ->
                keys.stream()
                    .map(
                        each ->
                            Attempt.of(
                                () -> known(service(from, each, firstHand), each, firstHand)))
                    .toList())
        .get(0)
        .get();
  }

  /** Whoever is told by others does not know that there is none. */
  private static Optional<LegacyService> known(
      Optional<LegacyService> service, ServiceKey key, boolean firstHand) {
    return service.isPresent() || firstHand
        ? service
        : Optional.of(
            new LegacyService(
                key, 0, Map.of(), List.of(), new LegacyInstances(List.of(), false, 0)));
  }

  /** Several, in this order; one server is asked for all those it receives the beats of. */
  List<Attempt<LegacyInstances>> instances(List<LegacyPart> parts) {
    return ask(parts, LegacyPart::service, Nacos1Reader::instances);
  }

  private static List<Attempt<LegacyInstances>> instances(
      ServerClient client, List<LegacyPart> parts, boolean firstHand) {
    List<LegacyPart> singles = parts.stream().filter(each -> each.only().isPresent()).toList();
    List<LegacyPart> labels = parts.stream().filter(each -> each.only().isEmpty()).toList();
    Iterator<Attempt<Answer>> single =
        client
            .getAll("/v1/ns/instance", singles.stream().map(Nacos1Reader::address).toList())
            .iterator();
    Iterator<Attempt<Answer>> all = ConsoleCatalog.firstPages(client, labels).iterator();
    return parts.stream()
        .map(
            each ->
                Attempt.of(
                    () ->
                        each.only().isPresent()
                            ? single(single.next().get(), firstHand)
                            : all(client, each, all.next().get(), firstHand)))
        .toList();
  }

  private static Map<String, String> address(LegacyPart part) {
    LegacyPart.Address only = part.only().orElseThrow();
    Map<String, String> parameters = new HashMap<>(ConsoleCatalog.named(part));
    parameters.put("ip", only.ip());
    parameters.put("port", String.valueOf(only.port()));
    return parameters;
  }

  static LegacyInstances single(Answer answer, boolean firstHand) throws RegistryException {
    if (!answer.ok() && NO_INSTANCE.matcher(answer.text()).find()) {
      return new LegacyInstances(List.of(), firstHand, answer.date());
    }
    LegacyInstance found =
        instance(answer, answer.requireJson())
            .orElseThrow(() -> InstanceJson.withoutAddress(answer));
    RegisteredInstance seen = found.seen();
    return new LegacyInstances(
        List.of(
            new LegacyInstance(
                seen.withEnabled(!ExportMark.isOfDisabled(seen.metadata())), found.lastBeat())),
        firstHand,
        answer.date());
  }

  private static LegacyInstances all(
      ServerClient client, LegacyPart part, Answer first, boolean firstHand)
      throws RegistryException {
    Optional<SortedSet<LegacyInstance>> found =
        ConsoleCatalog.instances(client, part, first, Nacos1Reader::instance);
    return new LegacyInstances(
        found.map(List::copyOf).orElseGet(List::of), firstHand, first.date());
  }

  /** Asks who receives the beats of each service, or any other if that one cannot be reached. */
  private <K, T> List<Attempt<T>> ask(
      List<K> all, Function<K, ServiceKey> service, Question<K, T> question) {
    Attempt<LegacyMembers> members = Attempt.of(this::recentMembers);
    if (members.failure().isPresent()) {
      return Collections.nCopies(all.size(), failed(members));
    }
    if (members.value().orElseThrow().size() < 2) {
      return question.ask(client, all, true);
    }
    List<Attempt<Optional<ServerAddress>>> responsible =
        responsible(all.stream().map(service).toList());
    Map<Integer, Attempt<T>> answers = new HashMap<>();
    Map<ServerAddress, List<Integer>> servers = new LinkedHashMap<>();
    List<Integer> left = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Attempt<Optional<ServerAddress>> server = responsible.get(i);
      if (server.failure().isPresent()) {
        answers.put(i, failed(server));
      } else {
        server
            .value()
            .flatMap(Function.identity())
            .map(each -> servers.computeIfAbsent(each, key -> new ArrayList<>()))
            .orElse(left)
            .add(i);
      }
    }
    servers.forEach(
        (server, which) -> {
          List<Attempt<T>> some = question.ask(client.only(server), at(all, which), true);
          for (int i = 0; i < which.size(); i++) {
            if (some.get(i).failure().filter(Nacos1Reader::isAway).isPresent()) {
              left.add(which.get(i));
            } else {
              answers.put(which.get(i), some.get(i));
            }
          }
        });
    List<Attempt<T>> hearsay = question.ask(client, at(all, left), false);
    for (int i = 0; i < left.size(); i++) {
      answers.put(left.get(i), hearsay.get(i));
    }
    return IntStream.range(0, all.size())
        .mapToObj(i -> Objects.requireNonNull(answers.get(i)))
        .toList();
  }

  private static <K> List<K> at(List<K> all, List<Integer> which) {
    return which.stream().map(all::get).toList();
  }

  private static <T> Attempt<T> failed(Attempt<?> of) {
    return new Attempt<>(Optional.empty(), of.failure());
  }

  private static boolean isAway(RegistryException failure) {
    return failure.kind() == Kind.UNREACHABLE || failure.kind() == Kind.UNAVAILABLE;
  }

  private static Optional<LegacyService> service(
      ServerClient client, ServiceKey key, boolean firstHand) throws RegistryException {
    String url = "";
    for (int round = 0; round < MAX_ROUNDS; round++) {
      Answer answer = client.get("/v1/ns/catalog/service", ConsoleCatalog.names(key));
      if (ConsoleCatalog.isGone(answer)) {
        return Optional.empty();
      }
      url = answer.url();
      Optional<LegacyService> service = service(client, key, firstHand, answer);
      if (service.isPresent()) {
        return service;
      }
    }
    throw new RegistryException(
        Kind.INCOMPLETE,
        "the cluster labels of a service changed during each of %d reads".formatted(MAX_ROUNDS),
        url,
        "try again");
  }

  /** Empty when a part of it vanished meanwhile. */
  private static Optional<LegacyService> service(
      ServerClient client, ServiceKey key, boolean firstHand, Answer answer)
      throws RegistryException {
    JsonNode detail = answer.requireJson();
    if (!detail.path("clusters").isArray() || !detail.path("service").isObject()) {
      throw answer.unexpected("not a service with cluster labels");
    }
    List<String> clusters = new ArrayList<>();
    List<LegacyInstance> instances = new ArrayList<>();
    for (JsonNode each : detail.path("clusters")) {
      String name = each.path("name").asText("");
      clusters.add(name);
      Optional<SortedSet<LegacyInstance>> found =
          ConsoleCatalog.instances(client, new LegacyPart(key, name), Nacos1Reader::instance);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      instances.addAll(found.get());
    }
    Map<String, String> metadata = new TreeMap<>();
    detail
        .path("service")
        .path("metadata")
        .fields()
        .forEachRemaining(each -> metadata.put(each.getKey(), each.getValue().asText("")));
    return Optional.of(
        new LegacyService(
            key,
            detail.path("service").path("protectThreshold").asDouble(),
            metadata,
            clusters,
            new LegacyInstances(instances, firstHand, answer.date())));
  }

  /** Empty for one without an address. */
  static Optional<LegacyInstance> instance(Answer answer, JsonNode node) {
    return InstanceJson.read(node)
        .map(
            seen ->
                new LegacyInstance(
                    seen, node.path("lastBeat").asLong(LegacyInstance.UNKNOWN_BEAT)));
  }

  /** Who receives the beats of each service; empty when that cannot be found out. */
  private List<Attempt<Optional<ServerAddress>>> responsible(List<ServiceKey> keys) {
    return client
        .getAll("/v1/ns/operator/distro/server", keys.stream().map(ConsoleCatalog::names).toList())
        .stream()
        .map(each -> Attempt.of(() -> responsible(each.get())))
        .toList();
  }

  /** An address that nobody can ask is none: what others tell of the service is read instead. */
  static Optional<ServerAddress> responsible(Answer answer) {
    String address =
        answer.ok()
            ? answer.json().map(json -> json.path("responsibleServer").asText("")).orElse("")
            : "";
    try {
      return address.isEmpty() ? Optional.empty() : Optional.of(answer.server().sibling(address));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
