package io.landbridge.front;

import io.landbridge.model.ServiceKey;

/** What subscribers of a service are sent: what they would be answered if they asked now. */
public final class PushData {

  private static final int ABOUT_ENVELOPE = 64;

  private final NamingServer server;

  /** Creates a PushData. */
  public PushData(NamingServer server) {
    this.server = server;
  }

  /** Whether what a service shows depends on who asks. */
  public boolean dependsOnAsker(ServiceKey service) {
    return server.dependsOnAsker(service);
  }

  /**
   * What one kind of subscribers of a service is sent.
   *
   * @param clusters what they asked for
   * @param groups whether they know names with their group
   * @param asker the address of one of them
   * @param reference what they answer with
   * @return JSON; the answer is a text in it
   * @throws RefusedException if the server does not tell
   */
  public byte[] packet(
      ServiceKey service, String clusters, boolean groups, String asker, long reference)
      throws RefusedException {
    byte[] answer =
        ServiceJson.list(
            service,
            server.list(service, clusters, false, asker, true),
            clusters,
            groups,
            server.switches().pushCacheMillis(),
            System.currentTimeMillis());
    return new JsonBytes(answer.length + answer.length / 4 + ABOUT_ENVELOPE)
        .raw("{\"type\":\"dom\",\"data\":")
        .quoted(answer)
        .raw(",\"lastRefTime\":")
        .number(reference)
        .raw("}")
        .toBytes();
  }
}
