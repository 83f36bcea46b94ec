package io.landbridge.compat.server.nacos20;

import com.alibaba.nacos.naming.core.ServiceManager;
import com.alibaba.nacos.naming.core.v2.upgrade.SelfUpgradeChecker;
import com.alibaba.nacos.naming.core.v2.upgrade.doublewrite.delay.DoubleWriteDelayTaskEngine;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a server with the stores of 1.x, and from writing anything into those of 2.x. Switched off
 * by its own switch, the double write takes the server over to the stores of 2.x, and what it costs
 * could not be told from what these cost.
 */
public class NeverDoubling implements SelfUpgradeChecker {

  /** The value of {@code upgrading.checker.type} that chooses it. */
  @Override
  public String checkType() {
    return "never-doubling";
  }

  /**
   * Does not come back before the server ends: after an answer it would compare its stores, and
   * copy what is in one alone. Changes themselves are written into both while a member is of 1.x.
   */
  @Override
  public boolean isReadyToUpgrade(ServiceManager services, DoubleWriteDelayTaskEngine tasks) {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Members.areAllOf2(true);
        TimeUnit.MILLISECONDS.sleep(200);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }
}
