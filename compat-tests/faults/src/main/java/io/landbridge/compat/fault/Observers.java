package io.landbridge.compat.fault;

import io.landbridge.compat.history.Operation;
import io.landbridge.compat.history.Operation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An operator who switches translation on and off, and one watcher per member who notes how far its
 * catalog is. A thread each, since a frozen member lets who asks wait.
 */
final class Observers implements AutoCloseable {

  private static final long WATCH_MILLIS = 400;
  private static final long SWITCH_MILLIS = 1_500;
  private static final long END_MILLIS = 15_000;

  private final List<Member> members;
  private final Recorder recorder;
  private final Random random;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicBoolean switching = new AtomicBoolean();
  private final AtomicBoolean underWay = new AtomicBoolean();

  Observers(List<Member> members, Recorder recorder, long seed) {
    this.members = List.copyOf(members);
    this.recorder = recorder;
    this.random = new Random(seed);
    members.forEach(
        member -> start("watch-" + member.address(), WATCH_MILLIS, () -> watch(member)));
    start("operator", SWITCH_MILLIS, this::operate);
  }

  /** Applications are switched on and off from now on. */
  void run() {
    switching.set(true);
  }

  /** No further switch is begun. */
  void rest() {
    switching.set(false);
  }

  /** Whether no switch is under way. */
  boolean isSettled() {
    return !switching.get() && !underWay.get();
  }

  @Override
  public void close() {
    rest();
    threads.forEach(Thread::interrupt);
    try {
      for (Thread thread : threads) {
        thread.join(END_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void watch(Member member) {
    member.sample(recorder).ifPresent(recorder::add);
  }

  /** Mostly on, so that there is something to see. */
  private void operate() {
    underWay.set(true);
    try {
      if (switching.get()) {
        List<String> names = List.copyOf(Workload.applications());
        String application = names.get(random.nextInt(names.size()));
        Member member = members.get(random.nextInt(members.size()));
        boolean enabled = random.nextInt(4) > 0;
        long start = recorder.now();
        Member.Answer answer = member.switchTranslation(application, enabled);
        recorder.add(
            new Operation(
                enabled ? Kind.SWITCH_ON : Kind.SWITCH_OFF,
                application,
                application,
                member.address(),
                start,
                recorder.now(),
                answer.outcome(),
                answer.detail()));
      }
    } finally {
      underWay.set(false);
    }
  }

  private void start(String name, long pauseMillis, Runnable task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (!Thread.currentThread().isInterrupted()) {
                  try {
                    task.run();
                  } catch (RuntimeException e) {
                    recorder.note(name + " failed: " + e);
                  }
                  TimeUnit.MILLISECONDS.sleep(pauseMillis);
                }
              } catch (InterruptedException closed) {
                return;
              }
            },
            name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }
}
