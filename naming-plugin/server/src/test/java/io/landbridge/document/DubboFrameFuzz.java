package io.landbridge.document;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import io.landbridge.dubbo.DocumentAddress.AtProvider;
import java.util.Arrays;

/** Frames of the Dubbo protocol: a head, and the answer behind it. */
public final class DubboFrameFuzz implements FuzzTarget {

  private static final AtProvider WHERE = Places.dubbo("shop", "0", 1);

  @Override
  public void run(byte[] input) {
    byte[] head = Arrays.copyOf(input, DubboFrame.HEAD_BYTES);
    int headed = Math.min(input.length, DubboFrame.HEAD_BYTES);
    byte[] body = Arrays.copyOfRange(input, headed, input.length);
    try {
      DubboFetcher.document(WHERE, DubboFrame.head(head, "the provider"), body).revision();
    } catch (FetchException e) {
      Holds.that(String.valueOf(e.getMessage()).length() < 2_000, "the message is short");
    }
  }
}
