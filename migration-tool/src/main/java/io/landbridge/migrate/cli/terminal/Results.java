package io.landbridge.migrate.cli.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where results go. Remembers why something could not be written: a {@code PrintWriter} only knows
 * that it was so. For one thread.
 */
final class Results extends FilterOutputStream {

  /** What a pipe says whose reader wants no more, such as {@code head}. */
  private static final String READER_IS_GONE = "Broken pipe";

  private @Nullable IOException failure;

  Results(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int each) throws IOException {
    write(new byte[] {(byte) each}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  /** Why results are lost that somebody wanted; empty when none are. */
  Optional<String> loss() {
    return Optional.ofNullable(failure)
        .map(each -> String.valueOf(each.getMessage()))
        .filter(each -> !each.equals(READER_IS_GONE));
  }
}
