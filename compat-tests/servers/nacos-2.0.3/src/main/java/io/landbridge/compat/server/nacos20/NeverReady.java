package io.landbridge.compat.server.nacos20;

import com.alibaba.nacos.naming.core.ServiceManager;
import com.alibaba.nacos.naming.core.v2.upgrade.SelfUpgradeChecker;
import com.alibaba.nacos.naming.core.v2.upgrade.doublewrite.delay.DoubleWriteDelayTaskEngine;

/**
 * Keeps a server from switching over to the stores of 2.x, as a member does that is still of 1.x.
 * Until all are ready, a cluster answers from the stores of 1.x and writes what changes there into
 * those of 2.x; afterwards it is the other way round. A cluster that holds nothing yet is ready at
 * once.
 */
public class NeverReady implements SelfUpgradeChecker {

  /** The value of {@code upgrading.checker.type} that chooses it. */
  @Override
  public String checkType() {
    return "never-ready";
  }

  @Override
  public boolean isReadyToUpgrade(ServiceManager services, DoubleWriteDelayTaskEngine tasks) {
    return false;
  }
}
