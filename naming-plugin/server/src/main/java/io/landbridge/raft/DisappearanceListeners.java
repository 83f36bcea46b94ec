package io.landbridge.raft;

import io.landbridge.command.Command;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.state.Change;
import io.landbridge.state.DisappearanceListener;
import io.landbridge.state.Disappearances;
import io.landbridge.state.StateView;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everybody who wants to know of losses; one that fails costs nobody anything. */
final class DisappearanceListeners implements DisappearanceListener {

  private static final Logger LOG = LoggerFactory.getLogger(DisappearanceListeners.class);

  private final List<DisappearanceListener> listeners = new CopyOnWriteArrayList<>();

  void add(DisappearanceListener listener) {
    listeners.add(listener);
  }

  /** Tells what a command is about to take out or change that no provider asked it to. */
  void before(StateView stored, Command command, List<Change> changes) {
    List<ApplicationInstance> lost = Disappearances.of(stored, command, changes, this::concerns);
    if (!lost.isEmpty()) {
      losing(lost);
    }
    List<ApplicationInstance> replaced = Disappearances.replaced(stored, changes, this::concerns);
    if (!replaced.isEmpty()) {
      replacing(replaced);
    }
  }

  /** Tells what a command has put in. */
  void after(List<Change> changes) {
    for (Change change : changes) {
      if (change instanceof Change.PutInstance put) {
        registered(put.instance().instance().key());
      }
    }
  }

  @Override
  public boolean concerns(ApplicationKey application) {
    return listeners.stream().anyMatch(each -> each.concerns(application));
  }

  @Override
  public void losing(List<ApplicationInstance> instances) {
    tell(each -> each.losing(concerning(each, instances)));
  }

  @Override
  public void replacing(List<ApplicationInstance> instances) {
    tell(each -> each.replacing(concerning(each, instances)));
  }

  private static List<ApplicationInstance> concerning(
      DisappearanceListener listener, List<ApplicationInstance> instances) {
    return instances.stream().filter(each -> listener.concerns(each.application())).toList();
  }

  @Override
  public void registered(InstanceKey instance) {
    tell(each -> each.registered(instance));
  }

  @Override
  public void restored() {
    tell(DisappearanceListener::restored);
  }

  private void tell(Consumer<DisappearanceListener> what) {
    for (DisappearanceListener listener : listeners) {
      try {
        what.accept(listener);
      } catch (RuntimeException e) {
        LOG.error("A loss listener failed", e);
      }
    }
  }
}
