package io.landbridge.plugin;

import io.landbridge.model.MemberId;
import io.landbridge.port.LocalInstances;
import io.landbridge.port.NativeServices;
import io.landbridge.raft.Catalog;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.service.BridgeAdministration;
import io.landbridge.service.unavailable.UnavailableBridge;
import io.landbridge.state.CatalogReader;
import java.util.List;

/**
 * The bridge to a legacy cluster, as the plugin that runs it sees it. The catalog's module does not
 * know what is behind this port; the jar has a {@link Provider} that {@link
 * java.util.ServiceLoader} finds.
 */
public interface Extension extends AutoCloseable {

  /** What operators can ask of the bridge. */
  BridgeAdministration administration();

  /** What the bridge counts. */
  List<Metric> metrics();

  /** Begins; called once, after the member has joined the group. */
  void start();

  /**
   * Stops changing anything, or begins again. From any thread; takes effect with the next round,
   * after the requests under way.
   */
  void suspend(boolean suspended);

  /** Ends all threads and connections; what was done stays. */
  @Override
  void close();

  /**
   * What an extension gets of the member it runs in.
   *
   * @param self this member
   * @param log tells whether this member leads
   * @param reader this member's catalog
   * @param catalog takes proposals
   * @param services what is registered in this cluster, by whichever member
   * @param local what this member answers for
   */
  record Context(
      MemberId self,
      ReplicatedLog log,
      CatalogReader reader,
      Catalog catalog,
      NativeServices services,
      LocalInstances local) {}

  /** Creates an extension whose settings have been read. */
  @FunctionalInterface
  interface Factory {

    /** A plugin without an extension. */
    Factory NONE = context -> new NoExtension();

    /** Creates the extension, which does nothing before {@link Extension#start}. */
    Extension create(Context context);
  }

  /** Finds the settings of an extension; has a constructor without parameters. */
  interface Provider {

    /**
     * Reads the settings of the extension.
     *
     * @param settings those of the server
     * @throws IllegalArgumentException naming the setting that is wrong
     */
    Factory configure(Settings settings);
  }

  /** Where no extension is in the jar. */
  record NoExtension() implements Extension {
    @Override
    public BridgeAdministration administration() {
      return new UnavailableBridge();
    }

    @Override
    public List<Metric> metrics() {
      return List.of();
    }

    @Override
    public void start() {}

    @Override
    public void suspend(boolean suspended) {}

    @Override
    public void close() {}
  }
}
