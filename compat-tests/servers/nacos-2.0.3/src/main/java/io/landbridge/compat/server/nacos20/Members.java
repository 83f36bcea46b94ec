package io.landbridge.compat.server.nacos20;

import com.alibaba.nacos.naming.core.v2.upgrade.UpgradeJudgement;
import com.alibaba.nacos.sys.utils.ApplicationUtils;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicBoolean;

/** What a server holds the members of its cluster for. */
final class Members {

  private static final String ALL_OF_2 = "all20XVersion";

  private Members() {}

  /**
   * Tells the server whether all members are of 2.x, until it finds that out anew: whenever the
   * list of members changes. Nothing is done while the server starts.
   *
   * @throws IllegalStateException if this server keeps it elsewhere
   */
  static void areAllOf2(boolean all) {
    if (!ApplicationUtils.isStarted()) {
      return;
    }
    try {
      Field field = UpgradeJudgement.class.getDeclaredField(ALL_OF_2);
      field.setAccessible(true);
      ((AtomicBoolean) field.get(ApplicationUtils.getBean(UpgradeJudgement.class))).set(all);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this server decides otherwise when to double", e);
    }
  }
}
