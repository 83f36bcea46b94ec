package io.landbridge.compat.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The right to use the ports of one server, exclusive among all processes of this machine that use
 * this class, until it is given back or both its owner and its server are gone.
 *
 * <p>A server on HTTP port {@code P} also takes {@code P-1000} (Raft), {@code P+1000} and {@code
 * P+1001} (gRPC). All HTTP ports lie within less than 1000 of each other, so that the four bands
 * never touch, and all bands lie below 32768, where the system picks the source ports of clients.
 */
final class PortLease {

  static final int FIRST = 18_000;
  static final int LAST = 18_990;
  static final int STEP = 10;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final int port;
  private final Path file;

  private PortLease(int port, Path file) {
    this.port = port;
    this.file = file;
  }

  /** The HTTP port. */
  int port() {
    return port;
  }

  /**
   * Leases ports for several servers.
   *
   * @throws IllegalStateException if not enough are free
   */
  static List<PortLease> take(int count) {
    return locked(
        directory -> {
          List<PortLease> leases = new ArrayList<>();
          for (int port = FIRST; port <= LAST && leases.size() < count; port += STEP) {
            tryTake(directory, port).ifPresent(leases::add);
          }
          if (leases.size() < count) {
            leases.forEach(PortLease::release);
            throw new IllegalStateException(
                "No free ports left for %d servers between %d and %d; see %s for who has them."
                    .formatted(count, FIRST, LAST, directory));
          }
          return leases;
        });
  }

  /**
   * Leases ports from a given one on, {@value #STEP} apart.
   *
   * @throws IllegalStateException if one of them is taken; says which
   */
  static List<PortLease> takeAt(int first, int count) {
    int last = first + STEP * (count - 1);
    if (first < 2_024 || last + 1_001 >= 32_768) {
      throw new IllegalArgumentException(
          "Port "
              + first
              + " will not do: its Raft port is 1000 lower and its gRPC ports are 1000 and"
              + " 1001 higher, and all must lie between 1024 and 32767.");
    }
    return locked(
        directory -> {
          List<PortLease> leases = new ArrayList<>();
          for (int port = first; port <= last; port += STEP) {
            Optional<PortLease> lease = tryTake(directory, port);
            if (lease.isEmpty()) {
              leases.forEach(PortLease::release);
              throw new IllegalStateException(
                  "Port %d is not free, or %d, %d or %d is not."
                      .formatted(port, port - 1_000, port + 1_000, port + 1_001));
            }
            leases.add(lease.get());
          }
          return leases;
        });
  }

  /** Notes which process uses the ports, so that the lease outlives its owner if that one does. */
  void usedBy(ProcessId server, boolean attended) {
    write(file, Optional.of(server), attended);
  }

  /** Gives the ports back. Harmless when done twice. */
  void release() {
    releaseAt(port);
  }

  static void releaseAt(int port) {
    try {
      Files.deleteIfExists(directory().resolve(port + ".json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<PortLease> tryTake(Path directory, int port) {
    Path file = directory.resolve(port + ".json");
    if (isHeld(file)
        || !isFree(port)
        || !isFree(port - 1_000)
        || !isFree(port + 1_000)
        || !isFree(port + 1_001)) {
      return Optional.empty();
    }
    write(file, Optional.empty(), true);
    return Optional.of(new PortLease(port, file));
  }

  private static boolean isHeld(Path file) {
    if (!Files.exists(file)) {
      return false;
    }
    JsonNode lease;
    try {
      lease = JSON.readTree(file.toFile());
    } catch (IOException halfWritten) {
      return false;
    }
    if (processId(lease.path("owner")).isAlive()) {
      return true;
    }
    ProcessId server = processId(lease.path("server"));
    if (server.isAlive() && lease.path("attended").asBoolean()) {
      // It should have ended with its owner; only a paused process can have missed that.
      server.kill();
      return false;
    }
    return server.isAlive();
  }

  private static ProcessId processId(JsonNode node) {
    return new ProcessId(node.path("pid").asLong(-1), node.path("startMillis").asLong());
  }

  private static void write(Path file, Optional<ProcessId> server, boolean attended) {
    ObjectNode lease = JSON.createObjectNode().put("attended", attended);
    lease.set("owner", JSON.valueToTree(ProcessId.ofThisProcess()));
    server.ifPresent(id -> lease.set("server", JSON.valueToTree(id)));
    try {
      Files.writeString(file, lease.toPrettyString());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write the port lease " + file, e);
    }
  }

  private static boolean isFree(int port) {
    return canBind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
        && canBind(new InetSocketAddress(port));
  }

  private static boolean canBind(InetSocketAddress address) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(address);
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  private static Path directory() {
    return Path.of(System.getProperty("java.io.tmpdir"), "landbridge-ports");
  }

  /** One process at a time looks and takes; a file lock does not exclude threads of one process. */
  private static synchronized List<PortLease> locked(Search search) {
    Path directory = directory();
    try {
      Files.createDirectories(directory);
      try (FileChannel channel =
              FileChannel.open(
                  directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        assert lock.isValid();
        return search.in(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot lease ports in " + directory, e);
    }
  }

  private interface Search {
    List<PortLease> in(Path directory);
  }
}
