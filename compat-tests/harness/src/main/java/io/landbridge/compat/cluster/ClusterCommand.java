package io.landbridge.compat.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Servers by hand: {@code compat-tests/cluster up|down|status}. */
@Command(
    name = "cluster",
    description = "Starts and ends real Nacos servers on this machine.",
    mixinStandardHelpOptions = true,
    subcommands = {ClusterCommand.Up.class, ClusterCommand.Down.class, ClusterCommand.Status.class})
public final class ClusterCommand {

  private ClusterCommand() {}

  /**
   * Runs one command and exits: 0 done, 1 failed, 2 wrong usage.
   *
   * @param args as typed
   */
  public static void main(String[] args) {
    CommandLine command = new CommandLine(new ClusterCommand());
    command.setExecutionExceptionHandler(
        (failure, line, parsed) -> {
          line.getErr().println(failure.getMessage());
          return 1;
        });
    System.exit(command.execute(args));
  }

  /**
   * Where the clusters live: not below target, so that a clean build does not pull the ground away.
   */
  private static Path clusters() {
    return Artifacts.locate().compatTests().resolve(".cluster");
  }

  @Command(
      name = "up",
      description = "Starts servers, waits until they are ready and leaves them running.")
  static final class Up implements Callable<Integer> {

    @Parameters(paramLabel = "VERSION", description = "1.4.1, 2.2.4 or 3.1.0")
    private String version = "";

    @Option(names = "--nodes", paramLabel = "N", description = "how many members (default: 1)")
    private int nodes = 1;

    @Option(
        names = "--plugin",
        description = "put the plugin of this build in the plugins directory")
    private boolean plugin;

    @Option(names = "--auth", description = "with authentication on")
    private boolean auth;

    @Option(
        names = "--port",
        paramLabel = "P",
        description = "first HTTP port; members are 10 apart (default: free ones)")
    private int port;

    @Option(names = "--name", paramLabel = "NAME", description = "default: nacos-VERSION")
    private String name = "";

    @Option(
        names = "--property",
        paramLabel = "KEY=VALUE",
        description = "a line for application.properties; repeatable")
    private List<String> properties = List.of();

    @Override
    public Integer call() throws IOException {
      Artifacts artifacts = Artifacts.locate();
      ServerSpec spec = spec(artifacts);
      String chosen = name.isEmpty() ? "nacos-" + version : name;
      if (!chosen.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,60}")) {
        throw new IllegalArgumentException("Not a usable name: " + chosen);
      }
      Path directory = clusters().resolve(chosen);
      ClusterRecord.all(clusters()).stream()
          .filter(known -> known.name().equals(chosen) && known.isAlive())
          .findFirst()
          .ifPresent(
              known -> {
                throw new IllegalStateException(
                    chosen
                        + " is up already. End it with: cluster down "
                        + chosen
                        + ", or choose another --name.");
              });
      spec.whyNotHere()
          .ifPresent(
              reason -> {
                throw new IllegalStateException(reason + ".");
              });
      ServerHome.deleteTree(directory);
      int leases = NacosEnsemble.portsOf(spec);
      List<PortLease> ports = port == 0 ? PortLease.take(leases) : PortLease.takeAt(port, leases);
      NacosEnsemble ensemble =
          NacosEnsemble.create(
              spec, artifacts, directory, ports, Collections.nCopies(nodes, Place.LOOPBACK), false);
      Thread givenUp =
          new Thread(
              () -> {
                ensemble.members().forEach(NacosServer::kill9);
                ensemble.database().ifPresent(MariaDb::end);
              });
      Runtime.getRuntime().addShutdownHook(givenUp);
      System.out.printf("Starting %d x Nacos %s in %s ...%n", nodes, version, directory);
      try {
        ensemble.startAll();
      } catch (RuntimeException e) {
        ensemble.end();
        throw e;
      }
      ClusterRecord.of(chosen, ensemble).write(directory);
      Runtime.getRuntime().removeShutdownHook(givenUp);
      show(chosen, ensemble);
      return 0;
    }

    private ServerSpec spec(Artifacts artifacts) {
      ServerSpec spec = ServerSpec.of(NacosVersion.of(version)).withMembers(nodes).asInstalled();
      if (plugin) {
        spec = spec.withPlugin(artifacts.pluginJar());
      }
      if (auth) {
        spec = spec.withAuth();
      }
      for (String property : properties) {
        int equals = property.indexOf('=');
        if (equals < 1) {
          throw new IllegalArgumentException("Expected KEY=VALUE, found: " + property);
        }
        spec = spec.withProperty(property.substring(0, equals), property.substring(equals + 1));
      }
      return spec;
    }

    private static void show(String name, NacosEnsemble ensemble) throws IOException {
      for (NacosServer member : ensemble.members()) {
        System.out.printf("  %s  pid %d  %s%n", member.baseUrl(), member.pid(), member.home());
      }
      ensemble
          .database()
          .ifPresent(database -> System.out.println("  " + database + ", shared by all members"));
      ensemble.spec().plugins().forEach(jar -> System.out.println("  plugin " + jar));
      System.out.println("  server list " + ensemble.serverList());
      if (ensemble.spec().auth()) {
        Path file = ensemble.directory().resolve("admin.properties");
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Credentials admin = ensemble.admin();
        Files.writeString(
            file, "username=" + admin.user() + "\npassword=" + admin.password() + "\n");
        System.out.println("  administrator in " + file);
      }
      System.out.println("End them with: compat-tests/cluster down " + name);
    }
  }

  @Command(
      name = "down",
      description =
          "Ends exactly the processes that were started under a name, and removes their data.")
  static final class Down implements Callable<Integer> {

    @Parameters(
        arity = "0..1",
        paramLabel = "NAME",
        description = "may be left out if there is only one")
    private String name = "";

    @Override
    public Integer call() {
      List<ClusterRecord> known = ClusterRecord.all(clusters());
      List<ClusterRecord> chosen =
          known.stream().filter(record -> name.isEmpty() || record.name().equals(name)).toList();
      if (chosen.size() != 1) {
        String names = known.stream().map(ClusterRecord::name).collect(Collectors.joining(", "));
        System.err.println(
            known.isEmpty()
                ? "Nothing is up."
                : (chosen.isEmpty() ? "There is no " + name : "Say which")
                    + "; there are: "
                    + names);
        return known.isEmpty() && name.isEmpty() ? 0 : 1;
      }
      ClusterRecord record = chosen.get(0);
      record.members().parallelStream().forEach(ClusterRecord.Member::end);
      record.databases().forEach(ClusterRecord.Database::end);
      ServerHome.deleteTree(clusters().resolve(record.name()));
      System.out.println(record.name() + " is down: " + record.members().size() + " ended.");
      return 0;
    }
  }

  @Command(
      name = "status",
      description = "Lists what was started and whether it still runs and answers.")
  static final class Status implements Callable<Integer> {

    @Override
    public Integer call() {
      List<ClusterRecord> known = ClusterRecord.all(clusters());
      if (known.isEmpty()) {
        System.out.println("Nothing is up.");
      }
      for (ClusterRecord record : known) {
        System.out.printf(
            "%s: Nacos %s, plugin %s, authentication %s%n",
            record.name(), record.version(), record.plugin(), record.auth() ? "on" : "off");
        for (ClusterRecord.Member member : record.members()) {
          System.out.printf(
              "  %s  pid %d  %s  %s%n",
              member.url(), member.process().pid(), state(record, member), member.home());
        }
      }
      return 0;
    }

    private static String state(ClusterRecord record, ClusterRecord.Member member) {
      if (!member.isAlive()) {
        return "gone";
      }
      NacosVersion version = NacosVersion.of(record.version());
      try {
        return new NacosApi(version, member.url()).get(version.readinessPath()).ok()
            ? "ready"
            : "not ready";
      } catch (java.io.UncheckedIOException noAnswer) {
        return "not answering";
      }
    }
  }
}
