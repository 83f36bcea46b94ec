package io.landbridge.compat.fuzz;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** An input that a target does not stand. */
public final class FuzzFailure extends Exception {

  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 400;

  private final transient byte[] input;

  FuzzFailure(byte[] input, String what, @Nullable Throwable cause) {
    super("%s by %d bytes: %s".formatted(what, input.length, shown(input)), cause);
    this.input = input.clone();
  }

  /** The input. */
  byte[] input() {
    return input.clone();
  }

  private static String shown(byte[] input) {
    String text = new String(input, 0, Math.min(input.length, SHOWN), StandardCharsets.ISO_8859_1);
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      shown.append(each >= ' ' && each < 127 ? each : "\\x%02x".formatted((int) each));
    }
    return shown + (input.length > SHOWN ? "..." : "");
  }
}
