package io.landbridge.compat.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What to start. Immutable; the {@code with...} methods return changed copies.
 *
 * @param version which server
 * @param members how many, 1 for a standalone server
 * @param plugins jars to drop in the {@code plugins} directory of every member
 * @param auth whether authentication is on
 * @param properties added to {@code conf/application.properties}, or replacing what is there
 * @param jvmOptions added to the command line of the JVM; not for secrets
 * @param heapMegabytes maximum heap of a member
 * @param installed whether it is started exactly as an operator's {@code startup.sh} starts it, and
 *     not on a flat class path with what the build prepared for it
 */
public record ServerSpec(
    NacosVersion version,
    int members,
    List<Path> plugins,
    boolean auth,
    Map<String, String> properties,
    List<String> jvmOptions,
    int heapMegabytes,
    boolean installed) {

  /** Copies the collections and refuses what cannot work. */
  public ServerSpec {
    plugins = List.copyOf(plugins);
    properties = Map.copyOf(properties);
    jvmOptions = List.copyOf(jvmOptions);
    if (members < 1 || members > 5) {
      throw new IllegalArgumentException("An ensemble has 1 to 5 members, not " + members + ".");
    }
    if (auth && !version.isExtensible()) {
      throw new IllegalArgumentException(
          "Authentication is not set up here for Nacos " + version + ".");
    }
    if (!plugins.isEmpty() && !version.isExtensible()) {
      throw new IllegalArgumentException(
          "Nacos " + version + " is started without a plugins directory.");
    }
  }

  /** One standalone server as it comes: no plugin, no authentication, 512 MB of heap. */
  public static ServerSpec of(NacosVersion version) {
    return new ServerSpec(version, 1, List.of(), false, Map.of(), List.of(), 512, false);
  }

  /**
   * Whether the members share a database: several of 2.2.4 cannot run on embedded storage, where
   * its dump fails and every member exits. One standalone server, and any number of 3.x, can.
   */
  public boolean usesDatabase() {
    return members > 1 && version == NacosVersion.V2_2_4;
  }

  /**
   * Whether the one member is no cluster. 2.0.3 is always one, because a standalone server writes
   * nothing twice.
   */
  boolean isStandalone() {
    return members == 1 && version != NacosVersion.V2_0_3;
  }

  /** Why this cannot be started on this machine, for a test that is skipped; empty if it can. */
  public Optional<String> whyNotHere() {
    return usesDatabase() ? MariaDb.whyNotHere() : Optional.empty();
  }

  /** With this many members; more than one means a cluster. */
  public ServerSpec withMembers(int count) {
    return new ServerSpec(
        version, count, plugins, auth, properties, jvmOptions, heapMegabytes, installed);
  }

  /** With one more jar in the plugins directory. */
  public ServerSpec withPlugin(Path jar) {
    List<Path> more = new ArrayList<>(plugins);
    more.add(jar);
    return new ServerSpec(
        version, members, more, auth, properties, jvmOptions, heapMegabytes, installed);
  }

  /**
   * Started exactly as an operator's {@code startup.sh} starts it: by Spring Boot's loader, with
   * the plugins directory at the head of {@code loader.path}, on an empty disk.
   */
  public ServerSpec asInstalled() {
    return new ServerSpec(
        version, members, plugins, auth, properties, jvmOptions, heapMegabytes, true);
  }

  /** With authentication on. */
  public ServerSpec withAuth() {
    return new ServerSpec(
        version, members, plugins, true, properties, jvmOptions, heapMegabytes, installed);
  }

  /** With one more line in {@code application.properties}. */
  public ServerSpec withProperty(String key, String value) {
    Map<String, String> more = new TreeMap<>(properties);
    more.put(key, value);
    return new ServerSpec(
        version, members, plugins, auth, more, jvmOptions, heapMegabytes, installed);
  }

  /** With one more option for the JVM. */
  public ServerSpec withJvmOption(String option) {
    List<String> more = new ArrayList<>(jvmOptions);
    more.add(option);
    return new ServerSpec(
        version, members, plugins, auth, properties, more, heapMegabytes, installed);
  }

  /**
   * With the compiler that optimises, as servers run it in production. Without, code is compiled
   * quickly, which is what a test that lives for a minute needs.
   */
  public ServerSpec optimised() {
    return withJvmOption("-XX:TieredStopAtLevel=4");
  }

  /**
   * The same with a heap of a fixed size, half of which is for what is young, as in the server's
   * own script.
   *
   * @param heapMegabytes of every member
   */
  public ServerSpec optimised(int heapMegabytes) {
    return optimised()
        .withHeap(heapMegabytes)
        .withJvmOption("-Xms" + heapMegabytes + "m")
        .withJvmOption("-Xmn" + heapMegabytes / 2 + "m");
  }

  /** With another maximum heap for every member, in MB. */
  public ServerSpec withHeap(int megabytes) {
    return new ServerSpec(
        version, members, plugins, auth, properties, jvmOptions, megabytes, installed);
  }
}
