package io.landbridge.service;

import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.Result;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.raft.Catalog;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.Translation;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** Switches the translation of applications, and waits until this member has applied that. */
final class TranslationSwitch {

  private static final long SWITCH_SECONDS = 15;

  /** A follower applies a few milliseconds after the leader; more than this is a sick follower. */
  private static final long APPLY_SECONDS = 5;

  private final CatalogReader reader;
  private final Catalog catalog;
  private final LongSupplier clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /**
   * Creates the switch of a member.
   *
   * @param reader this member's catalog
   * @param catalog where switches are proposed
   * @param clock milliseconds since 1970
   */
  TranslationSwitch(CatalogReader reader, Catalog catalog, LongSupplier clock) {
    this.reader = reader;
    this.catalog = catalog;
    this.clock = clock;
  }

  /**
   * Switches the translation of an application; doing so again changes nothing.
   *
   * @param force whether it is shown beside foreign instances
   * @param audience which consumer processes are shown it
   */
  void set(ApplicationKey application, boolean enabled, boolean force, Audience audience)
      throws AdministrationException {
    SwitchTranslation command =
        new SwitchTranslation(application, enabled, force, audience, clock.getAsLong());
    try {
      Result result = catalog.propose(command).get(SWITCH_SECONDS, TimeUnit.SECONDS);
      if (result.outcome() != Result.Outcome.APPLIED) {
        throw new AdministrationException(
            AdministrationException.Kind.CONFLICT,
            "the catalog refused the change: " + result.outcome() + " " + result.detail());
      }
      awaitApplied(application, new Translation(enabled, force, command.at(), command.audience()));
    } catch (ExecutionException e) {
      throw unavailable("the switch may not be committed: " + e.getCause());
    } catch (TimeoutException e) {
      throw unavailable("the Raft group did not answer within " + SWITCH_SECONDS + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable("this member is shutting down");
    }
  }

  /** This member's catalog has changed. From any thread; quick. */
  void signal() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** What is answered must show the switch, also on a follower. */
  private void awaitApplied(ApplicationKey application, Translation wanted)
      throws InterruptedException, AdministrationException {
    long left = TimeUnit.SECONDS.toNanos(APPLY_SECONDS);
    lock.lock();
    try {
      while (!isApplied(reader.translation(application), wanted)) {
        if (left <= 0) {
          throw unavailable(
              "the switch is committed, but this member has not applied the switch yet");
        }
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The time and the salt may be those of before. */
  private static boolean isApplied(Translation now, Translation wanted) {
    return now.enabled() == wanted.enabled()
        && now.force() == wanted.force()
        && now.audience().text().equals(wanted.audience().text());
  }

  private static AdministrationException unavailable(String what) {
    return new AdministrationException(
        AdministrationException.Kind.UNAVAILABLE,
        what + "; switching is idempotent, retry once the group has a leader");
  }
}
