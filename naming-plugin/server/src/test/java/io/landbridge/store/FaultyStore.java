package io.landbridge.store;

import io.landbridge.state.Change;
import io.landbridge.state.DisappearanceListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A real store that fails, once, at a chosen step: what a killed process leaves behind. */
public final class FaultyStore extends DelegatingStore {

  /** Where it fails. */
  public enum Step {
    BEFORE_COMMIT,
    AFTER_COMMIT,
    BEFORE_SAVE,
    AFTER_SAVE,
    BEFORE_LOAD,
    AFTER_LOAD
  }

  private @Nullable Step next;

  /** Wraps a store. */
  public FaultyStore(Store store) {
    super(store);
  }

  /** Makes the next such step fail. */
  public void failAt(Step step) {
    next = step;
  }

  private void reach(Step step) {
    if (step == next) {
      next = null;
      throw new IllegalStateException("killed at " + step);
    }
  }

  @Override
  public Transaction begin() {
    Transaction transaction = super.begin();
    return new DelegatingTransaction(transaction) {
      @Override
      public void commit(List<Change> changes) {
        reach(Step.BEFORE_COMMIT);
        transaction.commit(changes);
        reach(Step.AFTER_COMMIT);
      }
    };
  }

  @Override
  public List<String> save(Path directory) throws IOException {
    reach(Step.BEFORE_SAVE);
    List<String> files = super.save(directory);
    if (next == Step.AFTER_SAVE) {
      // As a process leaves it that is killed between two files.
      Files.delete(directory.resolve(files.get(files.size() - 1)));
    }
    reach(Step.AFTER_SAVE);
    return files;
  }

  @Override
  public void load(Path directory, DisappearanceListener losses) throws IOException {
    reach(Step.BEFORE_LOAD);
    super.load(directory, losses);
    reach(Step.AFTER_LOAD);
  }
}
