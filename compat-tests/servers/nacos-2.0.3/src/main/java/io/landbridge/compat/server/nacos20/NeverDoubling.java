package io.landbridge.compat.server.nacos20;

import com.alibaba.nacos.naming.core.ServiceManager;
import com.alibaba.nacos.naming.core.v2.upgrade.SelfUpgradeChecker;
import com.alibaba.nacos.naming.core.v2.upgrade.UpgradeJudgement;
import com.alibaba.nacos.naming.core.v2.upgrade.doublewrite.delay.DoubleWriteDelayTaskEngine;
import com.alibaba.nacos.sys.utils.ApplicationUtils;
import java.lang.reflect.Field;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps a server with the stores of 1.x, and from writing anything into those of 2.x. Switched off
 * by its own switch, the double write takes the server over to the stores of 2.x, and what it costs
 * could not be told from what these cost.
 */
public class NeverDoubling implements SelfUpgradeChecker {

  private static final String ALL_OF_2 = "all20XVersion";

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
      Field field = UpgradeJudgement.class.getDeclaredField(ALL_OF_2);
      field.setAccessible(true);
      while (!Thread.currentThread().isInterrupted()) {
        // Found out anew by the server whenever the list of members changes.
        if (ApplicationUtils.isStarted()) {
          ((AtomicBoolean) field.get(ApplicationUtils.getBean(UpgradeJudgement.class))).set(true);
        }
        TimeUnit.MILLISECONDS.sleep(200);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this server decides otherwise when to double", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }
}
