package io.landbridge.compat.fault;

import io.landbridge.compat.cluster.Place;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A network in which every member has a namespace and an address of its own; this process and its
 * clients reach all members.
 *
 * <p>They are joined by a bridge in a namespace of its own: what the machine's own firewall
 * forwards is then nobody's business here. With Docker on the machine, that is nothing.
 *
 * <p>A direction is cut by sending its packets to a hardware address that nobody has: they are lost
 * without a word, as in a network, also those of connections that exist, while the other direction
 * goes on. That needs nothing but {@code ip}.
 *
 * <p>All names begin with {@value #PREFIX} and the number of this process; what a dead process left
 * is removed when the next network is made. One network per process at a time. Safe to use from
 * several threads.
 */
final class MemberNetwork implements AutoCloseable {

  private static final String PREFIX = "lb-";
  private static final Pattern NAME = Pattern.compile("\\b" + PREFIX + "([0-9a-z]+)-[0-9b]\\b");

  /** Nobody's: packets to it go to the bridge and no further. */
  private static final String NOBODY = "02:00:00:00:00:01";

  /** 198.18.0.0/15 is set aside for measurements and is routed nowhere. */
  private static final String NETWORK = "198.18.";

  private static final int FIRST_HOST = 11;

  /** In the namespace that joins all. */
  private static final String BRIDGE = "br0";

  /** This process and its clients, as the other end of a {@link Cut}. */
  static final int CLIENTS = -1;

  private final String names;
  private final String net;
  private final int members;
  private final Set<Cut> cuts = new LinkedHashSet<>();

  /** Packets from one to another that are lost; a member's number or {@link #CLIENTS}. */
  private record Cut(int from, int to) {}

  private MemberNetwork(String names, String net, int members) {
    this.names = names;
    this.net = net;
    this.members = members;
  }

  /** Why it cannot be made on this machine; empty if it can. */
  static Optional<String> whyNotHere() {
    if (!Shell.isRoot()) {
      return Optional.of("network namespaces need root");
    }
    if (!Shell.has("ip")) {
      return Optional.of("network namespaces need the command ip (Debian: iproute2)");
    }
    // A name that no network has: there may be one already.
    String trial = ofThisProcess() + "9";
    Optional<String> refused = Shell.tried("ip", "link", "add", trial, "type", "bridge");
    if (refused.isPresent()) {
      return refused;
    }
    Optional<String> noNamespace = Shell.tried("ip", "netns", "add", trial);
    var unused = Shell.tried("ip", "netns", "del", trial);
    unused = Shell.tried("ip", "link", "del", trial);
    return noNamespace;
  }

  /**
   * Makes it.
   *
   * @throws IllegalStateException if it cannot; nothing is left then
   */
  static MemberNetwork create(int members) {
    removeLeftovers();
    MemberNetwork network = new MemberNetwork(ofThisProcess(), NETWORK + freeNet() + ".", members);
    try {
      network.make();
      return network;
    } catch (RuntimeException e) {
      network.close();
      throw e;
    }
  }

  /** Where a member runs. */
  Place place(int member) {
    return new Place(
        address(member), List.of("ip", "netns", "exec", name(member)), Map.of(), Optional.empty());
  }

  /** From now on, packets from one to another are lost. */
  synchronized void cut(int from, int to) {
    if (cuts.add(new Cut(from, to))) {
      neighbour(from, to, "replace", "lladdr", NOBODY, "nud", "permanent");
    }
  }

  /** Cuts a member off from all others, both ways; its clients still reach it. */
  synchronized void isolate(int member) {
    others(member)
        .forEach(
            other -> {
              cut(member, other);
              cut(other, member);
            });
  }

  /** Cuts a member off from its clients, both ways. */
  synchronized void isolateFromClients(int member) {
    cut(member, CLIENTS);
    cut(CLIENTS, member);
  }

  /** Nothing a member sends to the others arrives; it still hears them. */
  synchronized void mute(int member) {
    others(member).forEach(other -> cut(member, other));
  }

  /** Every packet arrives again. */
  synchronized void heal() {
    for (Cut cut : new ArrayList<>(cuts)) {
      neighbour(cut.from(), cut.to(), "del");
      cuts.remove(cut);
    }
  }

  /** Removes it. Processes that are still in it lose their network. */
  @Override
  public synchronized void close() {
    cuts.clear();
    remove(names);
  }

  private void make() {
    String hub = hub();
    Shell.run("ip", "netns", "add", hub);
    Shell.run("ip", "-n", hub, "link", "add", BRIDGE, "type", "bridge");
    Shell.run("ip", "-n", hub, "link", "set", BRIDGE, "up");
    Shell.run("ip", "link", "add", hub, "type", "veth", "peer", "name", hub, "netns", hub);
    Shell.run("ip", "-n", hub, "link", "set", hub, "master", BRIDGE, "up");
    Shell.run("ip", "addr", "add", net + "1/24", "dev", hub);
    Shell.run("ip", "link", "set", hub, "up");
    for (int i = 0; i < members; i++) {
      String name = name(i);
      Shell.run("ip", "netns", "add", name);
      Shell.run(
          "ip", "-n", hub, "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns",
          name);
      Shell.run("ip", "-n", hub, "link", "set", name, "master", BRIDGE, "up");
      Shell.run("ip", "-n", name, "addr", "add", address(i) + "/24", "dev", "eth0");
      Shell.run("ip", "-n", name, "link", "set", "lo", "up");
      Shell.run("ip", "-n", name, "link", "set", "eth0", "up");
    }
  }

  /** The namespace with the bridge, and this process's link to it. */
  private String hub() {
    return names + "b";
  }

  private void neighbour(int from, int to, String verb, String... more) {
    List<String> line = new ArrayList<>(List.of("ip"));
    if (from != CLIENTS) {
      line.addAll(List.of("-n", name(from)));
    }
    line.addAll(List.of("neigh", verb, address(to), "dev", from == CLIENTS ? hub() : "eth0"));
    line.addAll(List.of(more));
    Shell.run(line.toArray(String[]::new));
  }

  private IntStream others(int member) {
    return IntStream.range(0, members).filter(other -> other != member);
  }

  private String name(int member) {
    return names + member;
  }

  private String address(int member) {
    return net + (member == CLIENTS ? 1 : FIRST_HOST + member);
  }

  private static String ofThisProcess() {
    return PREFIX + Long.toString(ProcessHandle.current().pid(), Character.MAX_RADIX) + "-";
  }

  /** The third byte of a range that no interface has; which one is first tried differs. */
  private static int freeNet() {
    String taken = Shell.run("ip", "-o", "-4", "addr", "show");
    int first = (int) (ProcessHandle.current().pid() % 250);
    return IntStream.range(0, 250)
        .map(i -> (first + i) % 250)
        .filter(net -> !taken.contains(" " + NETWORK + net + "."))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("No range left in " + NETWORK + "0.0/16."));
  }

  private static void removeLeftovers() {
    Matcher names =
        NAME.matcher(Shell.run("ip", "-o", "link", "show") + "\n" + Shell.run("ip", "netns"));
    Set<String> owners = new LinkedHashSet<>();
    while (names.find()) {
      owners.add(names.group(1));
    }
    for (String owner : owners) {
      long pid = Long.parseLong(owner, Character.MAX_RADIX);
      boolean alive = ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
      if (!alive || pid == ProcessHandle.current().pid()) {
        remove(PREFIX + owner + "-");
      }
    }
  }

  private static void remove(String names) {
    for (String link : matching(names, Shell.run("ip", "-o", "link", "show"))) {
      var unused = Shell.tried("ip", "link", "del", link);
    }
    for (String namespace : matching(names, Shell.run("ip", "netns"))) {
      var unused = Shell.tried("ip", "netns", "del", namespace);
    }
  }

  private static Set<String> matching(String names, String listing) {
    Matcher matcher = NAME.matcher(listing);
    Set<String> found = new LinkedHashSet<>();
    while (matcher.find()) {
      if (matcher.group().startsWith(names)) {
        found.add(matcher.group());
      }
    }
    return found;
  }
}
