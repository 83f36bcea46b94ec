package io.landbridge.migrate.spool;

import io.landbridge.dubbo.Registration;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Takes registrations in any order and gives them back part by part, those together that have to
 * be. Some megabytes stay in memory; what is more is in a temporary file, compressed, which nobody
 * else can read and which has no name any more as soon as it is open, so that nothing is left
 * behind however the process ends.
 *
 * <p>Not safe for use by several threads at once. Its methods throw {@link UncheckedIOException} if
 * the temporary file cannot be written or read.
 */
public final class RegistrationSpool implements AutoCloseable {

  private static final int PARTS = 128;

  /** How many bytes of a part stay in memory. */
  private static final int CHUNK_BYTES = 32 * 1024;

  private final List<Part> parts;
  private final int chunkBytes;
  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);
  private final Inflater inflater = new Inflater();
  private @Nullable FileChannel file;

  /** Makes an empty one. */
  public RegistrationSpool() {
    this(PARTS, CHUNK_BYTES);
  }

  /**
   * Makes an empty one.
   *
   * @param parts of which one at a time is in memory as a whole, at least 1
   * @param chunkBytes of each part that stay in memory all the time, about
   */
  public RegistrationSpool(int parts, int chunkBytes) {
    this.parts = IntStream.range(0, parts).mapToObj(each -> new Part()).toList();
    this.chunkBytes = chunkBytes;
  }

  /**
   * Keeps a registration.
   *
   * @param together all with an equal value come back in the same part
   */
  public void add(Object together, Registration registration) {
    Part part = parts.get(Math.floorMod(mixed(together.hashCode()), parts.size()));
    try {
      RegistrationBytes.write(registration, part.out);
      if (part.bytes.size() >= chunkBytes) {
        moveToFile(part);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Gives everything back, the parts in any order, the registrations of a part in the order in
   * which they came. A part is in memory while the consumer has it.
   */
  public void forEachPart(Consumer<List<Registration>> consumer) {
    for (Part part : parts) {
      List<Registration> all = new ArrayList<>();
      RegistrationBytes reader = new RegistrationBytes();
      try {
        for (Chunk chunk : part.chunks) {
          reader.readAll(fromFile(chunk), all);
        }
        reader.readAll(part.bytes.toByteArray(), all);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      if (!all.isEmpty()) {
        consumer.accept(all);
      }
    }
  }

  /** How many bytes are in the temporary file. */
  long bytesInFile() {
    return parts.stream()
        .flatMap(part -> part.chunks.stream())
        .mapToLong(chunk -> chunk.compressed)
        .sum();
  }

  @Override
  public void close() {
    deflater.end();
    inflater.end();
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void moveToFile(Part part) throws IOException {
    byte[] raw = part.bytes.toByteArray();
    part.bytes.reset();
    byte[] compressed = new byte[raw.length + raw.length / 1000 + 64];
    deflater.reset();
    deflater.setInput(raw);
    deflater.finish();
    int length = 0;
    while (!deflater.finished()) {
      length += deflater.deflate(compressed, length, compressed.length - length);
    }
    FileChannel to = file();
    Chunk chunk = new Chunk(to.size(), length, raw.length);
    ByteBuffer buffer = ByteBuffer.wrap(compressed, 0, length);
    while (buffer.hasRemaining()) {
      to.write(buffer, chunk.position + buffer.position());
    }
    part.chunks.add(chunk);
  }

  private byte[] fromFile(Chunk chunk) throws IOException {
    ByteBuffer compressed = ByteBuffer.allocate(chunk.compressed);
    while (compressed.hasRemaining()) {
      if (file().read(compressed, chunk.position + compressed.position()) < 0) {
        throw new IOException("the temporary file has become shorter");
      }
    }
    byte[] raw = new byte[chunk.raw];
    try {
      inflater.reset();
      inflater.setInput(compressed.array());
      int length = 0;
      while (length < raw.length) {
        int more = inflater.inflate(raw, length, raw.length - length);
        if (more == 0) {
          throw new IOException("the temporary file has changed");
        }
        length += more;
      }
    } catch (DataFormatException e) {
      throw new IOException("the temporary file has changed", e);
    }
    return raw;
  }

  private FileChannel file() throws IOException {
    if (file == null) {
      Path path = Files.createTempFile("landbridge-", ".tmp");
      // On Unix the name goes at once, not when it is closed.
      file =
          FileChannel.open(
              path,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
    }
    return file;
  }

  /** Spreads hashes that differ in a few bits only, as those of neighbouring addresses do. */
  private static int mixed(int hash) {
    int mixed = (hash ^ (hash >>> 16)) * 0x7feb352d;
    mixed = (mixed ^ (mixed >>> 15)) * 0x846ca68b;
    return mixed ^ (mixed >>> 16);
  }

  private record Chunk(long position, int compressed, int raw) {}

  private static final class Part {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(0);
    private final DataOutputStream out = new DataOutputStream(bytes);
    private final List<Chunk> chunks = new ArrayList<>();
  }
}
