package io.landbridge.raft;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what it is told. */
public final class CapturedFaults implements FaultHandler {

  private final List<String> faults = new CopyOnWriteArrayList<>();

  /** What it was told. */
  public List<String> all() {
    return List.copyOf(faults);
  }

  @Override
  public void failed(String what, Throwable cause) {
    faults.add(what);
  }
}
