package io.landbridge.plugin;

import io.landbridge.membership.Group;
import io.landbridge.model.MemberId;
import io.landbridge.model.NameRules;
import io.landbridge.observe.registry.NativeRegistry;
import io.landbridge.port.LocalInstances;
import io.landbridge.port.NativeServices;
import io.landbridge.publish.ConfigCentre;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.record.EntryKey;
import io.landbridge.service.SubscribedClients;
import io.landbridge.view.derived.Subscribers;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Everything the plugin asks of the server it runs in. */
public interface Host {

  /** The server's line and version for people, for example {@code Nacos 3.1.0}. */
  String description();

  /** Which names this version of the server takes. */
  NameRules names();

  /** This member. */
  MemberId self();

  /** The members this one believes to be up, itself included. */
  Set<MemberId> healthyMembers();

  /** A directory of the server's data directory that is ours alone. */
  Path dataDirectory();

  /**
   * With what this member signs entries of the log: derived from the identity of the server; empty
   * when it has none.
   */
  Optional<EntryKey> entryKey();

  /** The log the members share. */
  ReplicatedLog log();

  /** The members that share it. */
  Group group();

  /** Native registrations. */
  NativeRegistry registry();

  /** What is natively in a service. */
  NativeServices services();

  /** Clients that subscribed, to push to them. */
  Subscribers subscribers();

  /** Clients that subscribed, to tell of them. */
  SubscribedClients clients();

  /** What this member answers for, of whatever kind. */
  LocalInstances local();

  /** The configuration of the cluster. */
  ConfigCentre config();
}
