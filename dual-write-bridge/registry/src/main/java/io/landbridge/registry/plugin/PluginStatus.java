package io.landbridge.registry.plugin;

import io.landbridge.registry.ServerAddress;
import org.jspecify.annotations.Nullable;

/**
 * How the plugin of one server is.
 *
 * @param asked the server that was asked
 * @param state {@code STARTING}, {@code ACTIVE}, {@code SUSPENDED} or {@code DISABLED}
 * @param reason why, when it is not active
 * @param pluginVersion the version of the plugin
 * @param server the server and its version, for example {@code Nacos 3.1.0}
 * @param member its own address in the member list
 * @param leader whether it leads the group
 * @param ready whether its group takes commands
 * @param catalog what is in the catalog; absent while the plugin is off
 * @param untranslatableTotal how many registrations cannot be translated, or not fully
 * @param suspended whether an operator has taken everything derived out of its answers
 * @param held what it shows although the catalog has lost it
 * @param damagedEntries how many entries of the log it has passed over since it was started
 * @param refusedEntries how many of them it has refused since, because they were not signed as
 *     required
 */
public record PluginStatus(
    ServerAddress asked,
    String state,
    String reason,
    String pluginVersion,
    String server,
    String member,
    boolean leader,
    boolean ready,
    @Nullable CatalogStatus catalog,
    int untranslatableTotal,
    boolean suspended,
    Held held,
    long damagedEntries,
    long refusedEntries) {

  /**
   * What a member shows although the catalog has lost it.
   *
   * @param applications applications with such instances
   * @param instances these instances
   */
  public record Held(int applications, int instances) {

    /** Nothing is held. */
    public static final Held NOTHING = new Held(0, 0);
  }

  /** Whether it can switch applications, and shows what is switched on. */
  public boolean isActive() {
    return state.equals("ACTIVE") && ready;
  }

  /** Whether it runs and its group takes commands, suspended or not. */
  public boolean canSwitch() {
    return (state.equals("ACTIVE") || state.equals("SUSPENDED")) && ready;
  }

  /**
   * What is in the catalog of one member.
   *
   * @param applied how many commands were applied
   * @param digest of the content; equal for members with the same {@code applied}
   * @param applications number of applications
   * @param instances number of application instances
   * @param documents number of metadata documents
   */
  public record CatalogStatus(
      long applied, String digest, int applications, int instances, int documents) {}
}
