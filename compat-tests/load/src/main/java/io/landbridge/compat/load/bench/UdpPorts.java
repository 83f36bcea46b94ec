package io.landbridge.compat.load.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The UDP ports of a process. Only Linux tells; elsewhere there are none.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_net.5.html">proc_net(5)</a>
 */
final class UdpPorts {

  private static final int LOCAL_ADDRESS = 1;
  private static final int INODE = 9;

  private UdpPorts() {}

  static Set<Integer> of(long pid) {
    Path process = Path.of("/proc", Long.toString(pid));
    Set<Integer> ports = new TreeSet<>();
    try {
      Set<String> sockets = sockets(process.resolve("fd"));
      for (String table : List.of("net/udp", "net/udp6")) {
        Path file = process.resolve(table);
        if (Files.isReadable(file)) {
          for (String line : Files.readAllLines(file)) {
            String[] columns = line.strip().split("\\s+");
            if (columns.length > INODE && sockets.contains("socket:[" + columns[INODE] + "]")) {
              String address = columns[LOCAL_ADDRESS];
              ports.add(Integer.parseInt(address.substring(address.indexOf(':') + 1), 16));
            }
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ports;
  }

  private static Set<String> sockets(Path descriptors) throws IOException {
    Set<String> sockets = new HashSet<>();
    if (Files.isDirectory(descriptors)) {
      try (Stream<Path> files = Files.list(descriptors)) {
        for (Path each : files.toList()) {
          try {
            sockets.add(Files.readSymbolicLink(each).toString());
          } catch (IOException closedMeanwhile) {
            continue;
          }
        }
      }
    }
    return sockets;
  }
}
