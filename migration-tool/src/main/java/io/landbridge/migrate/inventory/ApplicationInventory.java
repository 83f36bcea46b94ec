package io.landbridge.migrate.inventory;

import io.landbridge.model.ApplicationKey;
import java.util.List;
import java.util.stream.Stream;

/**
 * One application of one namespace.
 *
 * @param namespace its namespace
 * @param application its name
 * @param level at which levels its providers register
 * @param groups the Nacos groups it registers in, sorted
 * @param releases the Dubbo releases of its providers, sorted
 * @param protocols the protocols it speaks, sorted
 * @param interfaces what it offers at interface level, sorted
 * @param registrations number of its interface-level instances in the registry
 * @param processes number of application instances that say the same
 * @param nativeInstances number of instances it registered at application level itself
 * @param derivedInstances number of instances translation shows for it
 * @param running number of its processes that are registered, at either level or both
 * @param revisions the metadata revisions its interface-level registrations fold to, sorted
 * @param losses what the application level cannot say about it
 */
public record ApplicationInventory(
    String namespace,
    String application,
    Level level,
    List<String> groups,
    List<String> releases,
    List<String> protocols,
    List<InterfaceInventory> interfaces,
    int registrations,
    int processes,
    int nativeInstances,
    int derivedInstances,
    int running,
    List<String> revisions,
    List<LossInventory> losses) {

  /** The release of a provider that does not name one; Dubbo up to 2.6 does not. */
  public static final String NO_RELEASE = "2.6 or earlier";

  /** Copies the lists. */
  public ApplicationInventory {
    groups = List.copyOf(groups);
    releases = List.copyOf(releases);
    protocols = List.copyOf(protocols);
    interfaces = List.copyOf(interfaces);
    revisions = List.copyOf(revisions);
    losses = List.copyOf(losses);
  }

  /**
   * What it is looked up by.
   *
   * @throws IllegalArgumentException if a namespace or application cannot be called so
   */
  public ApplicationKey key() {
    return ApplicationKey.of(namespace, application);
  }

  ApplicationInventory withLosses(List<LossInventory> more) {
    return more.isEmpty()
        ? this
        : new ApplicationInventory(
            namespace,
            application,
            level,
            groups,
            releases,
            protocols,
            interfaces,
            registrations,
            processes,
            nativeInstances,
            derivedInstances,
            running,
            revisions,
            Stream.concat(losses.stream(), more.stream()).toList());
  }

  /** At which levels an application's providers register themselves. */
  public enum Level {
    /** Interfaces only: what translation is for. */
    INTERFACE,
    /** The application only. */
    APPLICATION,
    /** Both, as Dubbo 3 does unless told otherwise. */
    BOTH
  }

  /**
   * One service of an application.
   *
   * @param service {@code [group/]interface[:version]}
   * @param interfaceName the Java interface
   * @param version the Dubbo version; empty when absent
   * @param group the Dubbo group; empty when absent
   * @param protocols the protocols it is served with, sorted
   * @param addresses how many addresses serve it
   */
  public record InterfaceInventory(
      String service,
      String interfaceName,
      String version,
      String group,
      List<String> protocols,
      int addresses) {

    /** Copies the list. */
    public InterfaceInventory {
      protocols = List.copyOf(protocols);
    }
  }
}
