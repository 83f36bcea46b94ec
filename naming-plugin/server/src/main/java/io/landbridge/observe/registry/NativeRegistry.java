package io.landbridge.observe.registry;

import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.Registration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The port to the registrations native clients made with this ensemble, as this member knows them.
 *
 * <p>They come in units. A connection is one; where the server knows no connections (1.x HTTP), an
 * ip is, because one process may register several ports. Nearly every process is in one unit; one
 * that has several connections is in several, which may be of different members. A unit is named by
 * a text that means nothing to the caller.
 *
 * <p>Implementations are safe for use from any thread.
 */
public interface NativeRegistry {

  /**
   * Whether clients can reach the server and it has all their data. While it starts, or still loads
   * them from other members, what it shows would look like losses.
   */
  boolean isReady();

  /** The units this member knows of now, whoever is responsible for them; a fresh collection. */
  Collection<String> units();

  /** The unit of what is registered at an ip over no connection, whether or not anything is. */
  String unitAt(String ip);

  /** Describes a unit; cheap. {@link UnitSummary#NONE} for one that is not known any more. */
  UnitSummary summary(String unit);

  /**
   * The stamp of a unit of whichever member. A summary may leave out that of a unit for which this
   * member does not answer.
   */
  default long stamp(String unit) {
    return summary(unit).stamp();
  }

  /** Reads the provider registrations of a unit; a fresh list, empty when it is gone. */
  List<Registration> read(String unit);

  /**
   * What a unit has registered in namespaces that nobody can ask for. Nothing of that is in what is
   * {@link #read}.
   */
  default List<Loss> unusable(String unit) {
    return List.of();
  }

  /**
   * Whether this member answers for what a unit has at an address: its connection is here, or the
   * server's own distribution assigns the address to this member. Of a process with several
   * addresses the member counts that answers for its first one.
   */
  boolean isResponsible(String unit, Address address);

  /**
   * Asks to be told which unit changed. Calls may be early, late, doubled, out of order or missing:
   * they mean only that the unit should be read again.
   *
   * @param listener quick, called with a unit from any thread
   */
  void onChange(Consumer<String> listener);

  /**
   * Tells the listeners, before it returns, of changes that the server announced without naming a
   * unit: a service in which something was edited, members among which responsibility is divided
   * anew. Called about once a second.
   */
  void resolve();

  /**
   * Takes in what this member knows by now and has not looked at yet; cheap when there is nothing.
   * Called on one thread, before it is decided what is gone.
   *
   * @return units that are not what they were
   */
  default Set<String> refresh() {
    return Set.of();
  }
}
