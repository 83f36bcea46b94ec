package io.landbridge.registry.connect;

import io.landbridge.registry.RegistryException;
import io.landbridge.registry.http.ServerClient;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyListener;
import io.landbridge.registry.legacy.LegacySettings;
import io.landbridge.registry.nacos1.Nacos1Cluster;

/** Opens a {@link LegacyCluster}. */
public final class LegacyConnector {

  private LegacyConnector() {}

  /**
   * Opens it without asking anything yet: it works as soon as a server answers. {@link
   * LegacyCluster#server} tells whether that is a 1.x server.
   *
   * @param settings where it is
   * @param listener told of changes of what is subscribed to
   * @throws RegistryException if no UDP port can be had
   * @throws IllegalArgumentException if the certificates to trust cannot be read
   */
  public static LegacyCluster open(LegacySettings settings, LegacyListener listener)
      throws RegistryException {
    return Nacos1Cluster.open(settings, listener);
  }

  /**
   * Opens it over a client that exists, with its connections, login and limits; {@link
   * LegacySettings#of} has the rest.
   *
   * @param client reaches the cluster
   * @param settings where it is, and as whom
   * @param listener told of changes of what is subscribed to
   * @throws RegistryException if no UDP port can be had
   */
  public static LegacyCluster open(
      ServerClient client, LegacySettings settings, LegacyListener listener)
      throws RegistryException {
    return Nacos1Cluster.open(client, settings, listener);
  }
}
