package io.landbridge.registry.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.model.LogText;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerMembers;
import io.landbridge.registry.Subscriber;
import io.landbridge.registry.Subscribers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Subscribers and members as every version of the HTTP API writes them. */
public final class SubscriberJson {

  /** What libraries call a process that has no name. */
  private static final String NO_NAME = "unknown";

  private SubscriberJson() {}

  /** Gives a page of a list of subscribers. */
  @FunctionalInterface
  public interface Source {

    /**
     * Asks for a page.
     *
     * @param number from 1
     */
    Paging.Page<JsonNode> page(int number) throws RegistryException;
  }

  /**
   * Reads a list of subscribers. One without an address is counted, and keeps no other from being
   * read.
   *
   * @param source gives its pages
   * @param wanted which entries
   * @param app the field with the name of the process of a subscriber
   */
  public static Subscribers read(Source source, Predicate<JsonNode> wanted, String app)
      throws RegistryException {
    AtomicInteger unusable = new AtomicInteger();
    SortedSet<Subscriber> clients =
        Paging.whole(
            number -> {
              Paging.Page<JsonNode> page = source.page(number);
              if (number == 1) {
                unusable.set(0);
              }
              List<Subscriber> some = new ArrayList<>();
              for (JsonNode each : page.entries()) {
                if (wanted.test(each)) {
                  read(each, app).ifPresentOrElse(some::add, unusable::incrementAndGet);
                }
              }
              return new Paging.Page<>(page.url(), page.total(), some, page.listed());
            });
    return new Subscribers(List.copyOf(clients), unusable.get());
  }

  private static Optional<Subscriber> read(JsonNode node, String app) {
    String ip = text(node, "ip");
    if (ip.isEmpty()) {
      return Optional.empty();
    }
    String name = text(node, app);
    return Optional.of(
        new Subscriber(ip, port(ip, node), text(node, "agent"), name.equals(NO_NAME) ? "" : name));
  }

  /** Servers of 1.x and 2.x have it behind the address, and those of 3.x in a field. */
  private static int port(String ip, JsonNode node) {
    String address = text(node, "addrStr");
    String port = address.startsWith(ip + ":") ? address.substring(ip.length() + 1) : "";
    return port.matches("[0-9]{1,5}") ? Integer.parseInt(port) : node.path("port").asInt();
  }

  /**
   * Reads what a server says of itself and of its cluster. One that does not say its own address is
   * known by the one it was asked at.
   *
   * @param self the answer to the question who it is
   * @param all the answer to the question who is in its cluster
   * @throws RegistryException if it does not say it
   */
  public static ServerMembers members(Answer self, Answer all) throws RegistryException {
    List<String> members = new ArrayList<>();
    List<String> unusable = new ArrayList<>();
    for (JsonNode each : all.requireJson().path("data")) {
      String address = text(each, "address");
      if (isUsable(all, address)) {
        members.add(address);
      } else {
        unusable.add(LogText.of(address));
      }
    }
    String own = text(self.requireJson().path("data"), "address");
    return new ServerMembers(
        isUsable(self, own) ? own : self.server().hostAndPort(), members, unusable);
  }

  private static boolean isUsable(Answer answer, String address) {
    return !address.isEmpty() && answer.server().findSibling(address).isPresent();
  }

  private static String text(JsonNode node, String field) {
    return node.hasNonNull(field) ? node.path(field).asText() : "";
  }
}
