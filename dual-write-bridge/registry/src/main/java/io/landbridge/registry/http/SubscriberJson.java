package io.landbridge.registry.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerMembers;
import io.landbridge.registry.Subscriber;
import java.util.ArrayList;
import java.util.List;

/** Subscribers and members as every version of the HTTP API writes them. */
public final class SubscriberJson {

  /** What libraries call a process that has no name. */
  private static final String NO_NAME = "unknown";

  private SubscriberJson() {}

  /**
   * Reads a subscriber.
   *
   * @param answer where it comes from
   * @param node the JSON object
   * @param app the field with the name of its process
   * @throws RegistryException if it has no address
   */
  public static Subscriber read(Answer answer, JsonNode node, String app) throws RegistryException {
    String ip = text(node, "ip");
    if (ip.isEmpty()) {
      throw answer.unexpected("a subscriber has no ip");
    }
    String name = text(node, app);
    return new Subscriber(
        ip, port(ip, node), text(node, "agent"), name.equals(NO_NAME) ? "" : name);
  }

  /** Servers of 1.x and 2.x have it behind the address, and those of 3.x in a field. */
  private static int port(String ip, JsonNode node) {
    String address = text(node, "addrStr");
    String port = address.startsWith(ip + ":") ? address.substring(ip.length() + 1) : "";
    return port.matches("[0-9]{1,5}") ? Integer.parseInt(port) : node.path("port").asInt();
  }

  /**
   * Reads what a server says of itself and of its cluster.
   *
   * @param self the answer to the question who it is
   * @param all the answer to the question who is in its cluster
   * @throws RegistryException if it does not say it
   */
  public static ServerMembers members(Answer self, Answer all) throws RegistryException {
    List<String> members = new ArrayList<>();
    for (JsonNode each : all.requireJson().path("data")) {
      members.add(address(all, each));
    }
    return new ServerMembers(address(self, self.requireJson().path("data")), members);
  }

  private static String address(Answer answer, JsonNode member) throws RegistryException {
    String address = text(member, "address");
    if (address.isEmpty()) {
      throw answer.unexpected("a member has no address");
    }
    return address;
  }

  private static String text(JsonNode node, String field) {
    return node.hasNonNull(field) ? node.path(field).asText() : "";
  }
}
