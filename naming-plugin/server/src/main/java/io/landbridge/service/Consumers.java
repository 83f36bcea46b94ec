package io.landbridge.service;

import io.landbridge.dubbo.InterfaceServiceName;
import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.service.answer.ConsumerQuery;
import io.landbridge.service.answer.ConsumerStatus;
import io.landbridge.service.answer.ConsumerStatus.Level;
import io.landbridge.service.answer.Page;
import io.landbridge.service.answer.PageRequest;
import io.landbridge.service.answer.SubscribedClient;
import io.landbridge.state.CatalogReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Who uses which service, in parts, sorted by service. A part takes one look at the names of all
 * services that somebody subscribes to, and memory for as many of them as fit into the part.
 */
final class Consumers {

  private static final String LIST = "consumers";

  private final CatalogReader reader;
  private final SubscribedClients clients;

  Consumers(CatalogReader reader, SubscribedClients clients) {
    this.reader = reader;
    this.clients = clients;
  }

  /** Where a part ended. */
  private record Place(ServiceKey service, String client) {

    static Place of(String cursor) {
      List<String> parts = Cursor.parts(cursor, LIST, 4);
      return new Place(
          new ServiceKey(NamespaceId.of(parts.get(0)), parts.get(1), parts.get(2)), parts.get(3));
    }

    String cursor() {
      return Cursor.of(LIST, service.namespace().value(), service.group(), service.name(), client);
    }

    boolean precedes(ServiceKey other, SubscribedClient otherClient) {
      return !other.equals(service) || client.compareTo(otherClient.id()) < 0;
    }
  }

  private record Found(Place place, ConsumerStatus consumer) {}

  Page<ConsumerStatus> page(ConsumerQuery query, PageRequest page) {
    Optional<Place> after =
        page.after().isEmpty() ? Optional.empty() : Optional.of(Place.of(page.after()));
    int wanted = page.limit() + 1;
    Predicate<ServiceKey> filter = filter(query);
    List<Found> found = new ArrayList<>();
    // The service at which the part before ended is looked at again: it may have more clients.
    SortedSet<ServiceKey> services =
        first(
            wanted,
            filter.and(key -> after.isEmpty() || key.compareTo(after.get().service()) >= 0));
    while (!services.isEmpty() && found.size() < wanted) {
      for (ServiceKey service : services) {
        if (found.size() < wanted) {
          add(service, after, found);
        }
      }
      ServiceKey last = services.last();
      // Clients may have left since their services were named, so that there is room for others.
      services =
          found.size() < wanted
              ? first(wanted, filter.and(key -> key.compareTo(last) > 0))
              : new TreeSet<>();
    }
    return Page.of(found, page, last -> last.place().cursor(), Found::consumer);
  }

  /** The first services in their order, at most so many. */
  private SortedSet<ServiceKey> first(int count, Predicate<ServiceKey> filter) {
    PriorityQueue<ServiceKey> first = new PriorityQueue<>(Comparator.reverseOrder());
    clients.services(
        key -> {
          boolean fits = first.size() < count || key.compareTo(first.element()) < 0;
          if (fits && filter.test(key)) {
            first.add(key);
            if (first.size() > count) {
              first.remove();
            }
          }
        });
    return new TreeSet<>(first);
  }

  private void add(ServiceKey service, Optional<Place> after, List<Found> into) {
    SortedMap<String, SubscribedClient> sorted = new TreeMap<>();
    clients.clients(service).forEach(each -> sorted.put(each.id(), each));
    Optional<String> serviceInterface = interfaceOf(service);
    Level level =
        serviceInterface.isPresent()
            ? Level.INTERFACE
            : isApplication(service) ? Level.APPLICATION : Level.OTHER;
    for (SubscribedClient each : sorted.values()) {
      if (after.isEmpty() || after.get().precedes(service, each)) {
        into.add(
            new Found(
                new Place(service, each.id()),
                new ConsumerStatus(
                    service.namespace().value(),
                    service.group(),
                    service.name(),
                    level,
                    serviceInterface.orElse(""),
                    each.ip(),
                    each.port(),
                    each.protocol(),
                    each.client(),
                    each.app(),
                    each.application(),
                    each.provides())));
      }
    }
  }

  private static Optional<String> interfaceOf(ServiceKey service) {
    return InterfaceServiceName.parse(service.name()).map(InterfaceServiceName::interfaceName);
  }

  private boolean isApplication(ServiceKey service) {
    return application(service.namespace(), service.name())
        .filter(key -> !reader.revisions(key).isEmpty())
        .isPresent();
  }

  private static Optional<ApplicationKey> application(NamespaceId namespace, String name) {
    try {
      return Optional.of(new ApplicationKey(namespace, new ApplicationName(name)));
    } catch (IllegalArgumentException e) {
      // Nothing that could be in the catalog.
      return Optional.empty();
    }
  }

  private Predicate<ServiceKey> filter(ConsumerQuery query) {
    Map<NamespaceId, Set<String>> offered = new HashMap<>();
    return service ->
        query.namespace().filter(each -> !each.equals(service.namespace())).isEmpty()
            && query.service().filter(each -> !each.equals(service.name())).isEmpty()
            && query.serviceInterface().filter(each -> !isOf(service, each)).isEmpty()
            && query.application().filter(each -> !isOf(service, each, offered)).isEmpty();
  }

  private static boolean isOf(ServiceKey service, String serviceInterface) {
    return InterfaceServiceName.parse(service.name())
        .filter(name -> name.isOf(serviceInterface))
        .isPresent();
  }

  private boolean isOf(
      ServiceKey service, String application, Map<NamespaceId, Set<String>> offered) {
    return service.name().equals(application)
        || interfaceOf(service)
            .map(NacosSpelling::of)
            .filter(
                each ->
                    offered
                        .computeIfAbsent(
                            service.namespace(), namespace -> interfaces(namespace, application))
                        .contains(each))
            .isPresent();
  }

  /** What an application offers, as it is spelled in the names of services. */
  private Set<String> interfaces(NamespaceId namespace, String application) {
    return application(namespace, application)
        .map(key -> reader.revisions(key).keySet())
        .orElse(Set.of())
        .stream()
        .flatMap((MetadataRevision revision) -> reader.document(revision).stream())
        .flatMap(document -> document.services().values().stream())
        .map(service -> NacosSpelling.of(service.name()))
        .collect(Collectors.toSet());
  }
}
