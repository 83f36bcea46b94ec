package io.landbridge.host.registry;

import com.alibaba.nacos.core.cluster.ServerMemberManager;
import com.alibaba.nacos.core.distributed.distro.DistroProtocol;

/** Whether this member has been given what the others knew when it started. */
public final class InitialLoad {

  private final DistroProtocol replication;
  private final ServerMemberManager members;

  public InitialLoad(DistroProtocol replication, ServerMemberManager members) {
    this.replication = replication;
    this.members = members;
  }

  /** The server waits for another member to load from, and does so for ever when it is alone. */
  public boolean isDone() {
    return replication.isInitialized() || members.allMembersWithoutSelf().isEmpty();
  }
}
