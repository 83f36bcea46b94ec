package io.landbridge.bridge.legacy;

import io.landbridge.command.BridgeTerms;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyListener;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one direction of the bridge, opened when it is asked for and again when the
 * servers or the user are others. Of one thread, but for {@link #close}.
 */
public final class LegacyConnection implements AutoCloseable {

  private final Opener opener;
  private final LegacyListener listener;
  private @Nullable LegacyCluster cluster;
  private List<String> servers = List.of();
  private String username = "";

  /** Opens a connection; the composition root knows how. */
  @FunctionalInterface
  public interface Opener {

    /**
     * Opens it; asks nothing yet.
     *
     * @throws RegistryException if no port can be had or the password cannot be read
     */
    LegacyCluster open(BridgeTerms terms, LegacyListener listener) throws RegistryException;
  }

  public LegacyConnection(Opener opener, LegacyListener listener) {
    this.opener = opener;
    this.listener = listener;
  }

  public synchronized LegacyCluster get(BridgeTerms terms) throws RegistryException {
    LegacyCluster open = cluster;
    if (open != null && servers.equals(terms.servers()) && username.equals(terms.username())) {
      return open;
    }
    close();
    open = opener.open(terms, listener);
    cluster = open;
    servers = terms.servers();
    username = terms.username();
    return open;
  }

  /**
   * A request has failed. Where the login was refused, the password or the authorities may be
   * others by now: both are read when the connection is opened again.
   */
  public void failed(RegistryException failure) {
    if (failure.kind() == Kind.UNAUTHORISED) {
      close();
    }
  }

  /** Whether a newer server answers where one of the legacy cluster was. */
  public static boolean isReplaced(LegacyCluster cluster) throws RegistryException {
    try {
      cluster.server();
      return false;
    } catch (RegistryException e) {
      if (e.kind() == Kind.REFUSED || e.kind() == Kind.NOT_FOUND) {
        return true;
      }
      throw e;
    }
  }

  @Override
  public synchronized void close() {
    if (cluster != null) {
      cluster.close();
      cluster = null;
    }
  }
}
