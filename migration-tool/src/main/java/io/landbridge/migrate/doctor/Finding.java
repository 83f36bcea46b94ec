package io.landbridge.migrate.doctor;

import java.util.List;

/**
 * Something that is not as it should be.
 *
 * @param severity how bad it is
 * @param kind what kind of thing it is
 * @param members the members it concerns, or the applications, sorted
 * @param what what is wrong
 * @param evidence what it is concluded from
 * @param advice what to do
 */
public record Finding(
    Severity severity,
    Kind kind,
    List<String> members,
    String what,
    String evidence,
    String advice) {

  /** Copies the list. */
  public Finding {
    members = List.copyOf(members);
  }

  /** How bad it is. */
  public enum Severity {
    /** Something does not work, or will not after the next failure. */
    ERROR,
    /** It works, but somebody should look after it. */
    WARNING,
    /** It is so for good reasons, or ends by itself, and somebody should know. */
    NOTE
  }

  /** What can be wrong. Part of the interface for scripts: never renamed. */
  public enum Kind {
    /** The group has no leader: nothing can be switched and no change is recorded. */
    NO_LEADER,
    /** Too few members have the plugin for its group to have a leader. */
    WAITING_FOR_MEMBERS,
    /** A member does not answer. */
    UNREACHABLE,
    /** A member refuses the login, or what was asked. */
    ACCESS_REFUSED,
    /** A member runs without the plugin. */
    PLUGIN_MISSING,
    /** A member runs a server the plugin was never tested with. */
    UNTESTED_SERVER,
    /** A member has the plugin, but it is off. */
    DISABLED,
    /** An operator has taken everything derived out of a member's answers. */
    SUSPENDED,
    /** A member has not found the leader others have. */
    NOT_READY,
    /** A member answers, but not about the group. */
    GROUP_UNKNOWN,
    /** Members have different versions of the plugin. */
    VERSIONS_DIFFER,
    /** Members that applied the same commands hold different things. */
    DIGESTS_DIFFER,
    /** Entries of the log were damaged, and every member passes them over. */
    DAMAGED_ENTRIES,
    /** Entries of the log were not signed as required, and every member refuses them. */
    REFUSED_ENTRIES,
    /** A member applies nothing while others are further. */
    STANDS_STILL,
    /** The servers have different member lists. */
    LISTS_DIFFER,
    /** Somebody who is no member has a vote. */
    PEER_NOT_MEMBER,
    /** Somebody who is no member has a vote in a group of the server itself. */
    SERVER_PEER_NOT_MEMBER,
    /** A member has no vote. */
    MEMBER_NOT_PEER,
    /** A member has no vote in a group of the server itself. */
    MEMBER_NOT_SERVER_PEER,
    /** Clocks differ. */
    CLOCKS_DIFFER,
    /** The clock of this machine differs from those of all members. */
    OWN_CLOCK_DIFFERS,
    /** The configuration centre does not do what migrating needs. */
    CONFIGURATION_FAILS,
    /** This user may not do that with the configuration centre. */
    CONFIGURATION_REFUSED,
    /** A disk is nearly full. */
    DISK_NEARLY_FULL,
    /** A part of the cluster could not be examined. */
    NOT_EXAMINED,
    /** A member's part of the bridge cannot do its work. */
    BRIDGE_STALLED,
    /** An operator has paused the bridge. */
    BRIDGE_PAUSED,
    /** No member imports, although the bridge is on. */
    BRIDGE_NOT_ACTIVE,
    /** Members know different states of the bridge. */
    BRIDGE_EPOCHS_DIFFER,
    /** What is known of the legacy cluster is old, or not complete yet. */
    BRIDGE_BEHIND,
    /** Exports of a member wait. */
    BRIDGE_EXPORTS_WAIT,
    /** Imported instances are kept although the legacy cluster lost them. */
    BRIDGE_HOLDS,
    /** Services of the legacy cluster cannot be read. */
    BRIDGE_UNREADABLE,
    /** The two clusters differ. */
    BRIDGE_DIFFERS,
    /** The two clusters differ in what nobody can put right. */
    BRIDGE_DIFFERS_FOR_GOOD,
    /** The translation of an application is switched on and does not get there. */
    NOT_SWITCHED_ON,
    /** The translation of an application is switched off, and consumers are still told of it. */
    NOT_SWITCHED_OFF,
    /** Consumers are told of applications that suspended members do not show. */
    TOLD_AND_NOT_SHOWN,
    /** Something is wrong with an application that is in its wanted state. */
    APPLICATION_TROUBLED,
    /** Members show instances that the catalog has lost. */
    HELD_INSTANCES,
    /** A run of this command was interrupted in the middle. */
    RUN_INTERRUPTED,
    /** A run of this command waits for an operator, or for a metric. */
    RUN_HELD,
    /** Somebody is changing this cluster right now. */
    RUN_UNDER_WAY,
    /** Registrations cannot be translated, or not fully. */
    UNTRANSLATABLE,
    /** It is not known what an upgrade involves. */
    UPGRADE_UNKNOWN,
    /** Nacos has no upgrade from these versions to that one. */
    UPGRADE_PATH,
    /** Programs use an API that is gone after an upgrade. */
    UPGRADE_HTTP_CLIENTS,
    /** Clients will have to log in after an upgrade. */
    UPGRADE_CLIENT_LOGIN,
    /** An upgrade needs other tables. */
    UPGRADE_DATABASE,
    /** Configurations would be lost in an upgrade. */
    UPGRADE_CONFIGURATIONS,
    /** An upgrade brings another version of what keeps the data of Raft. */
    UPGRADE_RAFT,
    /** Servers ask each other for their identity after an upgrade. */
    UPGRADE_IDENTITY,
    /** The plugin was not tested with the version after an upgrade. */
    UPGRADE_PLUGIN
  }
}
