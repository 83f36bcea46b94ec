package io.landbridge.registry.nacos1;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Attempt;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.http.Answer;
import io.landbridge.registry.http.Paging;
import io.landbridge.registry.http.ServerClient;
import io.landbridge.registry.legacy.LegacyPart;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/** The lists of the console of 1.x and 2.x servers, which are read wholly or not at all. */
final class ConsoleCatalog {

  /** The misspelling is the server's. */
  private static final Pattern GONE =
      Pattern.compile("\\b(service|serivce|cluster) \\S+ is not found");

  private static final String INSTANCES = "/v1/ns/catalog/instances";

  private ConsoleCatalog() {}

  /** Reads an entry of a list; empty for one that is nothing at all, such as without an address. */
  interface Reader<T> {
    Optional<T> read(Answer answer, JsonNode entry) throws RegistryException;
  }

  static SortedSet<RegisteredService> services(
      ServerClient client, NamespaceId namespace, int pageSize) throws RegistryException {
    Map<String, String> parameters =
        Map.of(
            "withInstances", "false",
            "hasIpCount", "false",
            "namespaceId", namespace.value());
    return Paging.whole(
        pageSize,
        number ->
            page(
                client.get("/v1/ns/catalog/services", paged(parameters, number, pageSize)),
                "serviceList",
                (answer, entry) -> Optional.of(service(namespace, entry))));
  }

  /** One without a name or a group says so itself: it must not keep the others from being read. */
  private static RegisteredService service(NamespaceId namespace, JsonNode entry) {
    return new RegisteredService(
        new ServiceKey(
            namespace, entry.path("groupName").asText(""), entry.path("name").asText("")),
        Math.max(0, entry.path("ipCount").asInt()));
  }

  /** The instances of one cluster of a service; empty when the server says that it is gone. */
  static <T extends Comparable<T>> Optional<SortedSet<T>> instances(
      ServerClient client, LegacyPart part, Reader<T> reader) throws RegistryException {
    return instances(client, part, firstPages(client, List.of(part)).get(0).get(), reader);
  }

  /** What the server answers to who asks for the first page of each, in this order. */
  static List<Attempt<Answer>> firstPages(ServerClient client, List<LegacyPart> parts) {
    return client.getAll(
        INSTANCES, parts.stream().map(each -> paged(named(each), 1, Paging.PAGE_SIZE)).toList());
  }

  /**
   * The same as of one that was not asked for yet.
   *
   * @param first what was answered to who asked for the first page
   */
  static <T extends Comparable<T>> Optional<SortedSet<T>> instances(
      ServerClient client, LegacyPart part, Answer first, Reader<T> reader)
      throws RegistryException {
    Map<String, String> parameters = named(part);
    Deque<Answer> answered = new ArrayDeque<>(List.of(first));
    AtomicBoolean gone = new AtomicBoolean();
    SortedSet<T> all =
        Paging.whole(
            number -> {
              Answer answer =
                  answered.isEmpty()
                      ? client.get(INSTANCES, paged(parameters, number, Paging.PAGE_SIZE))
                      : answered.remove();
              gone.set(isGone(answer));
              return gone.get()
                  ? new Paging.Page<>(answer.url(), 0, List.<T>of())
                  : page(answer, "list", reader);
            });
    return gone.get() ? Optional.empty() : Optional.of(all);
  }

  /** How a label of a service is spelt. */
  static Map<String, String> named(LegacyPart part) {
    Map<String, String> parameters = new HashMap<>(names(part.service()));
    parameters.put("clusterName", part.label());
    return parameters;
  }

  private static Map<String, String> paged(
      Map<String, String> parameters, int number, int pageSize) {
    Map<String, String> all = new HashMap<>(parameters);
    all.put("pageNo", String.valueOf(number));
    all.put("pageSize", String.valueOf(pageSize));
    return all;
  }

  /** Reads a page of any of the lists. */
  static <T> Paging.Page<T> page(Answer answer, String field, Reader<T> reader)
      throws RegistryException {
    JsonNode json = answer.requireJson();
    if (!json.path(field).isArray() || !json.path("count").canConvertToInt()) {
      throw answer.unexpected("not a page of a list");
    }
    List<T> entries = new ArrayList<>();
    for (JsonNode each : json.path(field)) {
      reader.read(answer, each).ifPresent(entries::add);
    }
    return new Paging.Page<>(
        answer.url(), json.path("count").asInt(), entries, json.path(field).size());
  }

  /**
   * The server itself says that there is no such service or cluster, and not that there is no such
   * API: with 404 or, as 1.4.1, with 500.
   */
  static boolean isGone(Answer answer) {
    return !answer.ok() && GONE.matcher(answer.text()).find();
  }

  static Map<String, String> names(ServiceKey service) {
    return Map.of("namespaceId", service.namespace().value(), "serviceName", groupedName(service));
  }

  /** As every server with this API spells a service. */
  static String groupedName(ServiceKey service) {
    return service.group() + "@@" + service.name();
  }
}
