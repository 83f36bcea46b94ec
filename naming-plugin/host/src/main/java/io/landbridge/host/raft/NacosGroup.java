package io.landbridge.host.raft;

import com.alibaba.nacos.core.cluster.Member;
import com.alibaba.nacos.core.cluster.MemberUtil;
import com.alibaba.nacos.core.cluster.ServerMemberManager;
import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.NodeManager;
import com.alipay.sofa.jraft.entity.PeerId;
import io.landbridge.host.logfile.ServerLogs;
import io.landbridge.membership.FormatAgreement;
import io.landbridge.membership.Group;
import io.landbridge.membership.GroupView;
import io.landbridge.membership.GroupView.Listed;
import io.landbridge.membership.ServerGroup;
import io.landbridge.model.MemberId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The members of the plugin's group, by the server's Raft implementation and its member list. The
 * two differ in the port alone: a server's Raft port is a fixed number below its HTTP port.
 */
public final class NacosGroup implements Group {

  /** In what the members report of themselves to each other, every few seconds. */
  private static final String ANNOUNCED = "landbridgeMembers";

  private static final String KEY = "landbridgeKey";

  /** The newest format of entries that a member reads. */
  private static final String FORMAT = "landbridgeFormat";

  private static final String SNAPSHOT = "snapshot_";

  /** Long enough for a quiet log, short enough for the case that nobody else asks for votes. */
  private static final int PAUSED_MILLIS = 60_000;

  private final ServerMemberManager members;
  private final Predicate<Member> isUp;

  /** Where the server logs what it cannot do for a group. */
  private static final String SERVER_LOG = "com.alibaba.nacos.core.protocol.raft";

  /** The election timeout of the server, while this member's is another. */
  private volatile int electionMillis = 5_000;

  /** The server tries to join before this member knows who else has the plugin. */
  private volatile boolean quiet = true;

  public NacosGroup(ServerMemberManager members, Predicate<Member> isUp) {
    this.members = members;
    this.isUp = isUp;
    ServerLogs.keepOutErrors(SERVER_LOG, said -> quiet && isAboutTheGroup(said));
  }

  private static boolean isAboutTheGroup(Object said) {
    return said instanceof Throwable failure
        ? String.valueOf(failure.getMessage()).contains(CatalogGroup.NAME)
        : CatalogGroup.NAME.equals(said);
  }

  @Override
  public GroupView view() {
    MemberId self = id(members.getSelf());
    SortedMap<MemberId, Listed> list = list();
    return node()
        .map(node -> view(self, list, node))
        .orElseGet(() -> GroupView.outside(self, list));
  }

  private GroupView view(MemberId self, SortedMap<MemberId, Listed> list, Node node) {
    NodeDescription description = NodeDescription.of(node);
    SortedSet<MemberId> peers = new TreeSet<>();
    SortedSet<MemberId> alive = new TreeSet<>();
    try {
      node.listPeers().forEach(peer -> peers.add(id(peer)));
      node.listAlivePeers().forEach(peer -> alive.add(id(peer)));
    } catch (IllegalStateException e) {
      // Only a leader tells.
      peers.clear();
      alive.clear();
      peers.addAll(peers(description));
    }
    return new GroupView(
        self,
        Optional.ofNullable(node.getLeaderId()).filter(it -> !it.isEmpty()).map(this::id),
        description.term(),
        peers,
        alive,
        list,
        snapshotIndex(node.getOptions().getSnapshotUri()));
  }

  private SortedSet<MemberId> peers(NodeDescription description) {
    SortedSet<MemberId> peers = new TreeSet<>();
    description.peers().orElse(List.of()).forEach(peer -> parsed(peer).ifPresent(peers::add));
    return peers;
  }

  @Override
  public List<ServerGroup> serverGroups() {
    return NodeManager.getInstance().getAllNodes().stream()
        .filter(node -> !node.getGroupId().equals(CatalogGroup.NAME))
        .map(this::serverGroup)
        .sorted(Comparator.comparing(ServerGroup::name))
        .toList();
  }

  private ServerGroup serverGroup(Node node) {
    NodeDescription description = NodeDescription.of(node);
    return new ServerGroup(
        node.getGroupId(), node.isLeader(false), description.term().orElse(0), peers(description));
  }

  @Override
  public void announce(Optional<String> key) {
    Member self = members.getSelf();
    tell(
        self,
        ANNOUNCED,
        list().keySet().stream().map(MemberId::address).collect(Collectors.joining(",")));
    tell(self, FORMAT, String.valueOf(FormatAgreement.NEWEST));
    key.ifPresent(id -> tell(self, KEY, id));
  }

  private static void tell(Member self, String name, String value) {
    if (!value.equals(self.getExtendVal(name))) {
      self.setExtendVal(name, value);
    }
  }

  /**
   * A member that cannot be elected asks for votes as often as its election timeout, and each time
   * both sides log errors. Whoever is started later is elected all the same: it asks, and gets this
   * member's vote.
   */
  @Override
  public void pauseElections(boolean paused) {
    node()
        .ifPresent(
            node -> {
              int now = node.getOptions().getElectionTimeoutMs();
              if (paused && now < PAUSED_MILLIS) {
                electionMillis = now;
                node.resetElectionTimeoutMs(PAUSED_MILLIS);
              } else if (!paused && now >= PAUSED_MILLIS) {
                node.resetElectionTimeoutMs(electionMillis);
              }
            });
  }

  @Override
  public void quiet(boolean quiet) {
    this.quiet = quiet;
  }

  @Override
  public CompletableFuture<Void> add(MemberId peer) {
    return changed((node, done) -> node.addPeer(peer(peer), done));
  }

  @Override
  public CompletableFuture<Void> remove(MemberId peer) {
    return changed((node, done) -> node.removePeer(peer(peer), done));
  }

  private static CompletableFuture<Void> changed(BiConsumer<Node, Closure> change) {
    CompletableFuture<Void> outcome = new CompletableFuture<>();
    Optional<Node> node = node();
    if (node.isEmpty()) {
      outcome.completeExceptionally(new IllegalStateException("this member is not in the group"));
      return outcome;
    }
    change.accept(
        node.get(),
        status -> {
          if (status.isOk()) {
            outcome.complete(null);
          } else {
            outcome.completeExceptionally(new IllegalStateException(status.getErrorMsg()));
          }
        });
    return outcome;
  }

  private SortedMap<MemberId, Listed> list() {
    SortedMap<MemberId, Listed> list = new TreeMap<>();
    MemberId self = id(members.getSelf());
    for (Member member : members.allMembers()) {
      MemberId id = id(member);
      list.put(
          id,
          new Listed(
              id.equals(self) || isUp.test(member),
              announced(member.getExtendVal(ANNOUNCED)),
              key(member.getExtendVal(KEY)),
              format(member.getExtendVal(FORMAT))));
    }
    return list;
  }

  private static Optional<SortedSet<MemberId>> announced(@Nullable Object value) {
    if (!(value instanceof String text)) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          Stream.of(text.split(","))
              .map(MemberId::new)
              .collect(Collectors.toCollection(TreeSet::new)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> key(@Nullable Object value) {
    return value instanceof String text && !text.isEmpty() ? Optional.of(text) : Optional.empty();
  }

  private static int format(@Nullable Object value) {
    return value instanceof String text && text.length() == 1 && Character.isDigit(text.charAt(0))
        ? text.charAt(0) - '0'
        : 1;
  }

  private static OptionalLong snapshotIndex(@Nullable String directory) {
    if (directory == null) {
      return OptionalLong.empty();
    }
    try (Stream<Path> entries = Files.list(Path.of(directory))) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> name.startsWith(SNAPSHOT))
          .mapToLong(name -> Long.parseLong(name.substring(SNAPSHOT.length())))
          .max();
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private static Optional<Node> node() {
    Collection<Node> nodes = NodeManager.getInstance().getNodesByGroupId(CatalogGroup.NAME);
    return nodes.stream().findFirst();
  }

  private static MemberId id(Member member) {
    return new MemberId(member.getAddress());
  }

  private MemberId id(PeerId peer) {
    return new MemberId(peer.getIp() + ":" + (peer.getPort() + offset()));
  }

  private Optional<MemberId> parsed(String peer) {
    PeerId parsed = new PeerId();
    return parsed.parse(peer) ? Optional.of(id(parsed)) : Optional.empty();
  }

  private PeerId peer(MemberId member) {
    int colon = member.address().lastIndexOf(':');
    int port = Integer.parseInt(member.address().substring(colon + 1));
    return new PeerId(member.address().substring(0, colon), port - offset());
  }

  private int offset() {
    Member self = members.getSelf();
    return self.getPort() - MemberUtil.calculateRaftPort(self);
  }
}
