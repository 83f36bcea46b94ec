package io.landbridge.registry.nacos1;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import java.io.IOException;

/** Datagrams that come to the port of pushes, from a server of the cluster. */
public final class PushPacketFuzz implements FuzzTarget {

  private static final int MOST = 256 * 1024;

  @Override
  public void run(byte[] input) {
    try {
      JsonNode push = PushSocket.read(input, input.length, MOST);
      if (PushSocket.isOfService(push)) {
        PushSubscriptions.shown(PushSocket.service(push).path("hosts"))
            .ifPresent(
                all ->
                    Holds.that(
                        all.stream().noneMatch(each -> each.ip().isEmpty()),
                        "every instance has an address"));
      }
    } catch (IOException e) {
      // Refused.
    }
  }

  /** A datagram may be packed. */
  @Override
  public long mostMemory(int length) {
    return (64L << 20) + 2_048L * length;
  }
}
