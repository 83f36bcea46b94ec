package io.landbridge.compat.waiting;

import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Has {@link LateWaits} listen to every wait of a process that runs tests. JUnit finds it by {@link
 * java.util.ServiceLoader}: it is enough that this module is on the class path of the tests.
 */
public final class LateWaitsOfTests implements LauncherSessionListener {

  /** For the service loader. */
  public LateWaitsOfTests() {}

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultConditionEvaluationListener(LateWaits.ofThisCheck());
  }
}
