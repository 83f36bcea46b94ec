package io.landbridge.compat.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.Exercised;
import io.landbridge.compat.waiting.Eventually;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/**
 * One or several servers that know each other, with the database they share where they need one.
 * Starting returns when all of them are ready: every member answers, sees every other as up, and
 * knows the leader of every Raft group.
 *
 * <p>Closing ends the processes and removes everything but the logs. All processes end with this
 * JVM, however it ends, unless the ensemble was started detached.
 */
public final class NacosEnsemble implements AutoCloseable {

  /** System property: where the homes of started servers are put. */
  public static final String WORK = "landbridge.compat.work";

  private static final Duration STANDALONE_START = Duration.ofSeconds(240);
  private static final Duration CLUSTER_START = Duration.ofSeconds(480);
  private static final Duration LOGIN = Duration.ofSeconds(120);
  private static final String CONFIGURATION = "/v3/admin/cs/config";
  private static final String DERBY_TOO_SLOW = "Login timeout exceeded";
  private static final int STARTS_OF_A_MEMBER = 6;
  private static final Duration POLL = Duration.ofMillis(250);

  private final ServerSpec spec;
  private final Secrets secrets;
  private final Path directory;
  private final List<NacosServer> members;

  /** Under an address that was given up no other member starts: Raft groups may remember it. */
  private final List<NacosServer> gone = new CopyOnWriteArrayList<>();

  private final Optional<MariaDb> database;
  private final Thread endWithJvm;

  private NacosEnsemble(
      ServerSpec spec,
      Secrets secrets,
      Path directory,
      List<NacosServer> members,
      Optional<MariaDb> database,
      boolean attended) {
    this.spec = spec;
    this.secrets = secrets;
    this.directory = directory;
    this.members = new CopyOnWriteArrayList<>(members);
    this.database = database;
    this.endWithJvm = new Thread(this::killAll, "end-" + directory.getFileName());
    if (attended) {
      Runtime.getRuntime().addShutdownHook(endWithJvm);
    }
  }

  /**
   * Starts servers on free ports, in a new directory below {@link #WORK}, and waits until they are
   * ready.
   *
   * @throws ServerStartException if they are not ready in time (4 minutes for one, 8 for several);
   *     everything that was started is ended
   */
  public static NacosEnsemble start(ServerSpec spec) {
    return start(spec, Collections.nCopies(spec.members(), Place.LOOPBACK));
  }

  /**
   * Starts servers in given places, one for each member, otherwise like {@link #start(ServerSpec)}.
   *
   * @throws ServerStartException if they are not ready in time
   */
  public static NacosEnsemble start(ServerSpec spec, List<Place> places) {
    requireLineOfRelease(spec.version());
    Path work = Path.of(System.getProperty(WORK, "target/ensembles")).toAbsolutePath();
    List<PortLease> ports = PortLease.take(portsOf(spec));
    Path directory =
        work.resolve(
            "nacos-"
                + spec.version()
                + "-"
                + ports.get(0).port()
                + "-"
                + System.currentTimeMillis());
    NacosEnsemble ensemble = create(spec, Artifacts.locate(), directory, ports, places, true);
    try {
      ensemble.startAll();
      return ensemble;
    } catch (RuntimeException e) {
      ensemble.end();
      throw e;
    }
  }

  /** Skips the test if tests are run on a release of another line. */
  private static void requireLineOfRelease(NacosVersion version) {
    Optional<OfficialServer> given = OfficialServer.given();
    if (given.isPresent() && version.isExtensible() && given.get().line() != version) {
      SkippedTest.because("tests are run on Nacos " + given.get() + " alone");
    }
  }

  /** Servers that are laid out already, without a database. */
  static NacosEnsemble of(
      ServerSpec spec, Secrets secrets, Path directory, List<NacosServer> members) {
    return new NacosEnsemble(spec, secrets, directory, members, Optional.empty(), true);
  }

  /** How many port leases {@link #create} needs: one for each member, one for the database. */
  static int portsOf(ServerSpec spec) {
    return spec.members() + (spec.usesDatabase() ? 1 : 0);
  }

  static NacosEnsemble create(
      ServerSpec spec,
      Artifacts artifacts,
      Path directory,
      List<PortLease> ports,
      List<Place> places,
      boolean attended) {
    if (places.size() != spec.members()) {
      throw new IllegalArgumentException(
          places.size() + " places for " + spec.members() + " members.");
    }
    Secrets secrets = Secrets.random();
    List<PortLease> ofMembers = ports.subList(0, spec.members());
    List<String> addresses =
        IntStream.range(0, places.size())
            .mapToObj(i -> places.get(i).ip() + ":" + ofMembers.get(i).port())
            .toList();
    Optional<MariaDb> database =
        spec.usesDatabase()
            ? Optional.of(
                new MariaDb(
                    artifacts,
                    spec.version(),
                    directory.resolve("mariadb"),
                    ports.get(spec.members()),
                    secrets.databasePassword(),
                    attended))
            : Optional.empty();
    Map<String, String> properties = database.map(MariaDb::serverProperties).orElse(Map.of());
    List<NacosServer> members = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      PortLease port = ofMembers.get(i);
      ServerHome home = new ServerHome(directory.resolve("member-" + port.port()));
      home.create(spec, port.port(), addresses, places.get(i), secrets, properties);
      if (spec.isStandalone()
          && !spec.installed()
          && Artifacts.official(spec.version()).isEmpty()) {
        home.lay(artifacts.prepared(spec.version()));
      }
      members.add(new NacosServer(spec, artifacts, port, places.get(i), home, attended));
    }
    return new NacosEnsemble(spec, secrets, directory, members, database, attended);
  }

  /** What was started. */
  public ServerSpec spec() {
    return spec;
  }

  /** The members, in the order of their ports; those that were added or moved come last. */
  public List<NacosServer> members() {
    return List.copyOf(members);
  }

  /** The database the members share, where they do. */
  Optional<MariaDb> database() {
    return database;
  }

  /** One member. */
  public NacosServer member(int index) {
    return members.get(index);
  }

  /** The directory that holds the homes of all members. */
  public Path directory() {
    return directory;
  }

  /** {@code ip:port,ip:port,...}, as a client takes it. */
  public String serverList() {
    return members.stream().map(NacosServer::address).collect(Collectors.joining(","));
  }

  /**
   * The administrator, who exists only with authentication on.
   *
   * @throws IllegalStateException if it is off
   */
  public Credentials admin() {
    if (!spec.auth()) {
      throw new IllegalStateException("Authentication is off.");
    }
    return new Credentials("nacos", spec.version().line() == 3 ? secrets.adminPassword() : "nacos");
  }

  /** The API of a member, with the administrator's token if authentication is on. */
  public NacosApi api(int index) {
    NacosApi api = member(index).api();
    if (!spec.auth()) {
      return api;
    }
    String token = api.login(admin());
    if (token.isEmpty()) {
      throw new IllegalStateException(member(index) + " refuses its administrator.");
    }
    return api.withToken(token);
  }

  /**
   * Starts whatever does not run, on its old ports and home directory, and waits until all members
   * are ready.
   *
   * @throws ServerStartException if they are not in time
   */
  public void startAll() {
    Instant deadline = Instant.now().plus(spec.members() == 1 ? STANDALONE_START : CLUSTER_START);
    database.ifPresent(MariaDb::start);
    Map<NacosServer, Integer> starts = new HashMap<>();
    for (NacosServer member : members) {
      member.start();
      starts.put(member, 1);
    }
    for (NacosServer member : members) {
      until(
          deadline,
          () -> startedAgainIfFailed(starts) && member.isReady(),
          member + " did not become ready");
    }
    if (spec.auth()) {
      createAdmin();
    }
    for (int i = 0; i < members.size(); i++) {
      int index = i;
      until(
          deadline,
          () -> startedAgainIfFailed(starts) && seesAll(index),
          member(i) + " does not see all members up and a leader in all Raft groups");
    }
    if (spec.version().line() == 3 && members.size() == 1 && database.isEmpty()) {
      writeFirst();
    }
    if (Artifacts.official(spec.version()).isEmpty()) {
      Exercised.ofThisRun().record("server", "nacos", spec.version().number());
    }
  }

  /**
   * A new database of its own refuses, now and then, one of the first configurations that are
   * written at once, and 3.x then half writes it: whose mapping that is cannot be found. What it
   * was once asked to do it does for several at once.
   */
  private void writeFirst() {
    Map<String, String> first =
        Map.of("dataId", "first", "groupName", "landbridge-compat", "namespaceId", "public");
    Map<String, String> form = new HashMap<>(first);
    form.put("content", "written");
    NacosApi api = api(0);
    for (NacosApi.Answer answer :
        List.of(api.post(CONFIGURATION, form), api.delete(CONFIGURATION, first))) {
      if (!answer.ok()) {
        throw failure("A configuration could not be written and deleted: " + answer);
      }
    }
  }

  /**
   * Ends one member in an orderly way and starts it again on the same ports and the same home.
   *
   * @throws ServerStartException if it is not ready in time
   */
  public void restart(int index) {
    member(index).stop();
    startAll();
  }

  /**
   * Adds a member with an empty disk on the loopback address, as an operator does: it is named in
   * all member lists, then it is started. Returns when all are ready.
   */
  public NacosServer add() {
    PortLease ports = PortLease.take(1).get(0);
    ServerHome home = new ServerHome(directory.resolve("member-" + ports.port()));
    NacosServer added = member(0).moved(ports, home);
    members.add(added);
    home.create(
        spec, ports.port(), memberAddresses(), Place.LOOPBACK, secrets, databaseProperties());
    tellMembers();
    startAll();
    return added;
  }

  /** Takes a member out of all member lists and ends it at once; its disk stays. */
  public void remove(int index) {
    NacosServer removed = members.remove(index);
    removed.kill9();
    tellMembers();
    gone.add(removed);
  }

  /**
   * Ends a member and gives it other ports: same data, other address. All member lists have the new
   * one before it is started. Returns when all are ready.
   */
  public NacosServer move(int index) {
    NacosServer old = members.remove(index);
    old.stop();
    PortLease ports = PortLease.take(1).get(0);
    NacosServer moved = old.moved(ports, old.homeDirectory());
    members.add(moved);
    moved
        .homeDirectory()
        .create(
            spec, ports.port(), memberAddresses(), Place.LOOPBACK, secrets, databaseProperties());
    tellMembers();
    gone.add(old);
    startAll();
    return moved;
  }

  /** Ends a member at once and takes its disk away; it starts like a new one. */
  public void loseDisk(int index) {
    member(index).kill9();
    member(index).homeDirectory().loseData();
  }

  private Map<String, String> databaseProperties() {
    return database.map(MariaDb::serverProperties).orElse(Map.of());
  }

  private List<String> memberAddresses() {
    return members.stream().map(NacosServer::address).toList();
  }

  private void tellMembers() {
    members.forEach(member -> member.homeDirectory().list(memberAddresses()));
  }

  /** Whether its members belong to several tests. */
  void share(boolean withOthers) {
    members.forEach(member -> member.share(withOthers));
  }

  /** Ends all processes, gives the ports back and removes everything but the logs. */
  @Override
  public void close() {
    end();
    members.forEach(member -> member.homeDirectory().keepLogsOnly());
    database.ifPresent(MariaDb::keepLogOnly);
  }

  private void killAll() {
    share(false);
    members().forEach(NacosServer::kill9);
  }

  /**
   * Ends all processes and gives the ports back; keeps all files. What nobody looks at any more is
   * not given the seconds that an orderly end takes, unless it is as an operator has it.
   */
  public void end() {
    members.parallelStream().forEach(spec.installed() ? NacosServer::stop : NacosServer::kill9);
    members.forEach(NacosServer::releasePorts);
    gone.forEach(NacosServer::releasePorts);
    database.ifPresent(MariaDb::end);
    try {
      Runtime.getRuntime().removeShutdownHook(endWithJvm);
    } catch (IllegalStateException jvmIsEnding) {
      // Then the hook does once more what has been done.
      return;
    }
  }

  /**
   * A cluster member may exit because a Raft group found no leader in time when all start at once,
   * or because Derby took longer than the 10 seconds of servers before 2.3 on a busy machine; or
   * wait for ever because it missed an election, which a group of one has at once. Starting it
   * again is what an operator does. A single server is started again for the last two reasons only:
   * any other is a finding.
   */
  private boolean startedAgainIfFailed(Map<NacosServer, Integer> starts) {
    for (NacosServer member : members) {
      boolean waits = member.hasLostLeader();
      if (!member.hasFailed() && !waits) {
        continue;
      }
      int count = starts.merge(member, 1, Integer::sum);
      boolean known = waits || members.size() > 1 || member.logTail().contains(DERBY_TOO_SLOW);
      if (!known || count > STARTS_OF_A_MEMBER) {
        throw failure(member + " failed to start");
      }
      member.kill9();
      member.homeDirectory().forgetUnfinishedDatabase();
      member.start();
    }
    return true;
  }

  /** With a login of its own: a token may expire before all are ready. */
  private boolean seesAll(int index) {
    if (spec.version() == NacosVersion.V1_4_1 && members.size() == 1) {
      return true;
    }
    NacosApi.Answer answer = membersOrNotReady(index);
    if (!answer.ok()) {
      return false;
    }
    List<JsonNode> nodes =
        StreamSupport.stream(answer.json().path("data").spliterator(), false).toList();
    return nodes.size() == members.size()
        && nodes.stream().allMatch(node -> node.path("state").asText().equals("UP"))
        && nodes.stream()
            .filter(node -> node.path("port").asInt() == member(index).port())
            .allMatch(NacosEnsemble::knowsLeaders);
  }

  private NacosApi.Answer membersOrNotReady(int index) {
    try {
      return api(index).get(spec.version().membersPath());
    } catch (UncheckedIOException | IllegalStateException notYet) {
      return new NacosApi.Answer(503, "");
    }
  }

  private static boolean knowsLeaders(JsonNode self) {
    JsonNode groups = self.path("extendInfo").path("raftMetaData").path("metaDataMap");
    return StreamSupport.stream(groups.spliterator(), false)
        .allMatch(group -> !group.path("leader").asText().isEmpty());
  }

  /** 2.x comes with the user nacos/nacos; in 3.x the first caller chooses the password. */
  private void createAdmin() {
    Instant deadline = Instant.now().plus(LOGIN);
    if (spec.version().line() == 3) {
      NacosApi first = member(0).api();
      // A second time, after a restart, it answers that there is one; the login below decides.
      until(
          deadline,
          () ->
              first
                      .post("/v3/auth/user/admin", Map.of("password", secrets.adminPassword()))
                      .status()
                  != 500,
          "The administrator could not be created");
    }
    for (NacosServer member : members) {
      // Users are cached for some seconds; until then the login is refused.
      until(
          deadline,
          () -> !member.api().login(admin()).isEmpty(),
          member + " refuses its administrator");
    }
  }

  private void until(Instant deadline, BooleanSupplier ready, String otherwise) {
    if (!Eventually.holds(Duration.between(Instant.now(), deadline), POLL, ready)) {
      throw failure(otherwise + " in time");
    }
  }

  private ServerStartException failure(String what) {
    String tails =
        members.stream()
            .filter(member -> !member.isReady())
            .map(
                member ->
                    "===== "
                        + member
                        + (member.isAlive() ? ", alive" : ", exited")
                        + "\n"
                        + member.logTail())
            .collect(Collectors.joining());
    return new ServerStartException(
        what
            + ".\n"
            + tails
            + "All logs: "
            + directory
            + (Files.exists(directory) ? "" : " (gone)"));
  }
}
