package io.landbridge.compat.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A log in which somebody looks for a text again and again while it grows. Each look reads only
 * what is new: a server that starts writes megabytes, and is looked at four times a second on the
 * processors that it needs itself. A log that is moved away and begun anew is read from its
 * beginning, and what was found in the earlier one is forgotten. Safe for several threads.
 */
final class GrowingLog {

  private static final int BUFFER = 64 * 1024;

  private final Path file;
  private final List<String> wanted;
  private final int longest;
  private @Nullable Object key;
  private long position;
  private String end = "";
  private boolean found;

  /**
   * Nothing is read yet.
   *
   * @param file may not exist yet
   * @param wanted the texts, one of which is enough; none of them spans lines
   */
  GrowingLog(Path file, String... wanted) {
    this.file = file;
    this.wanted = List.of(wanted);
    this.longest = this.wanted.stream().mapToInt(String::length).max().orElseThrow();
  }

  /**
   * Whether one of the texts is in the log by now; {@code false} without a log.
   *
   * @throws UncheckedIOException if there is one that cannot be read
   */
  synchronized boolean hasText() {
    try (FileChannel channel = FileChannel.open(file)) {
      Object now = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      if (!Objects.equals(key, now) || channel.size() < position) {
        key = now;
        position = 0;
        end = "";
        found = false;
      }
      while (!found && position < channel.size()) {
        read(channel);
      }
    } catch (NoSuchFileException notYet) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
    return found;
  }

  private void read(FileChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    int count = channel.read(buffer, position);
    if (count <= 0) {
      return;
    }
    position += count;
    // Not strict UTF-8: what is read may end in the middle of a character.
    String text = end + new String(buffer.array(), 0, count, StandardCharsets.ISO_8859_1);
    found = wanted.stream().anyMatch(text::contains);
    end = text.substring(Math.max(0, text.length() - longest + 1));
  }
}
