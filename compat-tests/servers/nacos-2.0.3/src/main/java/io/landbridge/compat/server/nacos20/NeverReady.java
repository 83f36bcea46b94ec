package io.landbridge.compat.server.nacos20;

import com.alibaba.nacos.naming.core.ServiceManager;
import com.alibaba.nacos.naming.core.v2.upgrade.SelfUpgradeChecker;
import com.alibaba.nacos.naming.core.v2.upgrade.doublewrite.delay.DoubleWriteDelayTaskEngine;

/**
 * Keeps a server as it is during a rolling upgrade, while a member is still of 1.x: it answers from
 * the stores of 1.x, writes every change there into those of 2.x, too, and compares both every five
 * seconds. Once all members are of 2.x, the comparison alone copies, and once all are ready, it is
 * the other way round. A cluster that holds nothing yet is ready at once.
 */
public class NeverReady implements SelfUpgradeChecker {

  /** The value of {@code upgrading.checker.type} that chooses it. */
  @Override
  public String checkType() {
    return "never-ready";
  }

  /** Asked every five seconds. */
  @Override
  public boolean isReadyToUpgrade(ServiceManager services, DoubleWriteDelayTaskEngine tasks) {
    Members.areAllOf2(false);
    return false;
  }
}
