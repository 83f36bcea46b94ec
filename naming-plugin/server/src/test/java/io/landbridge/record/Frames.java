package io.landbridge.record;

import java.util.Arrays;

/** Makes frames no writer makes. */
public final class Frames {

  private static final int HEADER_BYTES = 5;

  private Frames() {}

  /** The same payload as an intact record of another format. */
  public static byte[] ofFormat(int format, byte[] frame) {
    return Frame.wrap((byte) format, payload(frame));
  }

  /** Any payload as an intact record of the present format. */
  public static byte[] of(byte[] payload) {
    return Frame.wrap(Frame.FORMAT, payload);
  }

  public static byte[] payload(byte[] frame) {
    return Arrays.copyOfRange(frame, HEADER_BYTES, frame.length);
  }
}
