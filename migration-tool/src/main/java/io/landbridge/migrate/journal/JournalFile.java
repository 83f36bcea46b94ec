package io.landbridge.migrate.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A journal on disk: JSON lines, each forced to the disk before anything goes on. One process has
 * it at a time; the operating system gives it free however that process ends. For one thread.
 */
public final class JournalFile implements JournalSink, Closeable {

  private static final int MAX_BYTES = 512 * 1024 * 1024;
  private static final String START = "{\"kind\":\"%s\",".formatted(JournalHeader.KIND);

  private final FileChannel channel;
  private final JournalHeader header;
  private final List<JournalEntry> entries;
  private final Supplier<String> clock;

  private JournalFile(
      FileChannel channel,
      JournalHeader header,
      List<JournalEntry> entries,
      Supplier<String> clock) {
    this.channel = channel;
    this.header = header;
    this.entries = new ArrayList<>(entries);
    this.clock = clock;
  }

  /**
   * Opens a journal, or begins it.
   *
   * @param file where it is
   * @param fresh its first line, if it is begun now; one that is there must be of the same plan
   * @param clock the time as text
   * @throws MalformedJournalException if the file is something else, damaged, or of another plan
   * @throws BusyException if another process has it
   */
  public static JournalFile open(Path file, JournalHeader fresh, Supplier<String> clock)
      throws IOException, MalformedJournalException, BusyException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      requireAlone(channel);
      byte[] content = content(channel);
      JournalText text = isHardlyBegun(content) ? begin(channel, fresh) : JournalText.read(content);
      requireOf(fresh.plan(), text);
      channel.truncate(text.bytes());
      channel.position(text.bytes());
      channel.force(true);
      return new JournalFile(channel, text.header(), text.entries(), clock);
    } catch (IOException | MalformedJournalException | BusyException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * What a journal says, which nobody has to be alone with for this.
   *
   * @param file where it is
   * @param plan the hash of the plan it must be of
   * @return nothing where there is none, or somebody was killed when it was begun
   * @throws MalformedJournalException if the file is something else, damaged, or of another plan
   */
  public static List<JournalEntry> entries(Path file, String plan)
      throws IOException, MalformedJournalException {
    if (!Files.exists(file)) {
      return List.of();
    }
    requireBounded(Files.size(file));
    byte[] content = Files.readAllBytes(file);
    if (isHardlyBegun(content)) {
      return List.of();
    }
    JournalText text = JournalText.read(content);
    requireOf(plan, text);
    return text.entries();
  }

  private static void requireOf(String plan, JournalText text) throws MalformedJournalException {
    if (!text.header().plan().equals(plan)) {
      throw new MalformedJournalException("it belongs to another plan");
    }
  }

  private static void requireAlone(FileChannel channel) throws IOException, BusyException {
    @Nullable FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      throw new BusyException();
    }
  }

  private static void requireBounded(long bytes) throws MalformedJournalException {
    if (bytes > MAX_BYTES) {
      throw new MalformedJournalException("it is larger than %d bytes".formatted(MAX_BYTES));
    }
  }

  private static byte[] content(FileChannel channel) throws IOException, MalformedJournalException {
    requireBounded(channel.size());
    ByteBuffer buffer = ByteBuffer.allocate((int) channel.size());
    while (buffer.hasRemaining() && channel.read(buffer, buffer.position()) >= 0) {
      // until all of it is there
    }
    return buffer.array();
  }

  /** Killed before the first line was whole: nothing was done yet. */
  private static boolean isHardlyBegun(byte[] content) {
    String text = new String(content, StandardCharsets.UTF_8);
    return text.indexOf('\n') < 0 && (text.startsWith(START) || START.startsWith(text));
  }

  private static JournalText begin(FileChannel channel, JournalHeader fresh) throws IOException {
    byte[] line = JournalText.line(fresh);
    channel.truncate(0);
    write(channel, line, 0);
    channel.force(true);
    return new JournalText(fresh, List.of(), line.length);
  }

  private static void write(FileChannel channel, byte[] line, long at) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(line);
    while (buffer.hasRemaining()) {
      channel.write(buffer, at + buffer.position());
    }
  }

  /** Its first line. */
  public JournalHeader header() {
    return header;
  }

  @Override
  public List<JournalEntry> entries() {
    return List.copyOf(entries);
  }

  @Override
  public void append(JournalEntry entry) throws IOException {
    JournalEntry numbered = entry.numbered(entries.size() + 1L, clock.get());
    write(channel, JournalText.line(numbered), channel.size());
    channel.force(false);
    entries.add(numbered);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** Another process has the journal. */
  public static final class BusyException extends Exception {

    private static final long serialVersionUID = 1L;

    BusyException() {
      super("another process is using this journal");
    }
  }
}
