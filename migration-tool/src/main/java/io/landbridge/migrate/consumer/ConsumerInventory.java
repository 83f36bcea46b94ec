package io.landbridge.migrate.consumer;

import java.util.Comparator;
import java.util.List;

/**
 * Who has subscribed to services of Dubbo. A provider that has subscribed to what it offers itself,
 * to be told of overrides, is not among them, and neither is who only asks and never subscribes.
 *
 * @param source who told
 * @param members how many members told it
 * @param silent members whose clients are missing
 * @param services how many services they were asked for: those of providers and of applications;
 *     with the plugin, those that somebody has subscribed to
 * @param unread for how many of them a list could not be read, or has clients without an address
 * @param clients sorted by namespace and address
 */
public record ConsumerInventory(
    Source source,
    int members,
    List<Silent> silent,
    int services,
    int unread,
    List<Client> clients) {

  /** Copies the lists. */
  public ConsumerInventory {
    silent = List.copyOf(silent);
    clients = List.copyOf(clients);
  }

  /** One that nobody was asked for. */
  public static ConsumerInventory notAsked() {
    return new ConsumerInventory(Source.NOBODY, 0, List.of(), 0, 0, List.of());
  }

  /** Who told. */
  public enum Source {
    /** The plugin of the members. */
    PLUGIN,
    /** The servers themselves, asked for each service. */
    SERVERS,
    /** Nobody: it was not asked, or no member answered. */
    NOBODY
  }

  /**
   * A member that did not tell.
   *
   * @param member its address
   * @param reason why not
   */
  public record Silent(String member, String reason) {}

  /**
   * A client. Several processes at one address with one library are one, since servers do not tell
   * them apart.
   *
   * @param namespace the namespace of what it has subscribed to
   * @param ip its address
   * @param library its Nacos client and the version of that, as it says
   * @param protocol {@code GRPC}, or {@code HTTP_UDP}, which is what 1.x speaks
   * @param app the name its library gives its process; empty when it gives none
   * @param applications the Dubbo applications that are registered at its address, sorted
   * @param releases the Dubbo releases of those that announce themselves there, sorted
   * @param interfaces the Nacos services of interfaces it has subscribed to, sorted
   * @param others the other Nacos services it has subscribed to, applications that is, sorted
   */
  public record Client(
      String namespace,
      String ip,
      String library,
      String protocol,
      String app,
      List<String> applications,
      List<String> releases,
      List<String> interfaces,
      List<String> others)
      implements Comparable<Client> {

    private static final Comparator<Client> ORDER =
        Comparator.comparing(Client::namespace)
            .thenComparing(Client::ip)
            .thenComparing(Client::library)
            .thenComparing(Client::protocol)
            .thenComparing(Client::app);

    /** Copies the lists. */
    public Client {
      applications = List.copyOf(applications);
      releases = List.copyOf(releases);
      interfaces = List.copyOf(interfaces);
      others = List.copyOf(others);
    }

    @Override
    public int compareTo(Client other) {
      return ORDER.compare(this, other);
    }
  }
}
