package io.landbridge.state;

import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Command.ReapInstances;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Tells what a command takes from the catalog that no provider asked it to. Pure. */
public final class Disappearances {

  private Disappearances() {}

  /**
   * The instances a command takes out although nobody has deregistered them.
   *
   * <p>These are the ones of a lost member, and those a member claimed before it started again and
   * whose clients have not come back to it.
   *
   * @param before what is stored before the command
   * @param command the command
   * @param changes what it comes to
   * @param applications the applications that are asked about
   */
  public static List<ApplicationInstance> of(
      StateView before,
      Command command,
      List<Change> changes,
      Predicate<ApplicationKey> applications) {
    if (!(command instanceof ReapInstances) && !(command instanceof ClaimInstances)) {
      return List.of();
    }
    List<ApplicationInstance> lost = new ArrayList<>();
    for (Change change : changes) {
      if (change instanceof Change.RemoveInstance remove
          && applications.test(remove.key().application())) {
        before
            .instance(remove.key())
            .filter(owned -> isLoss(command, owned))
            .ifPresent(owned -> lost.add(owned.instance()));
      }
    }
    return lost;
  }

  /**
   * The instances a command gives another document, as they were. Those whose providers registered
   * the application are none of them: their document is in the catalog before they are.
   *
   * @param before what is stored before the command
   * @param changes what the command comes to
   * @param applications the applications that are asked about
   */
  public static List<ApplicationInstance> replaced(
      StateView before, List<Change> changes, Predicate<ApplicationKey> applications) {
    List<ApplicationInstance> replaced = new ArrayList<>();
    for (Change change : changes) {
      if (change instanceof Change.PutInstance put) {
        ApplicationInstance after = put.instance().instance();
        if (!RevisionUse.isRegistered(after) && applications.test(after.application())) {
          before
              .instance(after.key())
              .map(OwnedInstance::instance)
              .filter(each -> !RevisionUse.isRegistered(each))
              .filter(each -> !each.revision().equals(after.revision()))
              .ifPresent(replaced::add);
        }
      }
    }
    return replaced;
  }

  private static boolean isLoss(Command command, OwnedInstance owned) {
    return !(command instanceof ClaimInstances claim) || owned.epoch() < claim.epoch();
  }
}
