package io.landbridge.compat.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Namespaces, and directions that are cut without a word. */
class MemberNetworkIT {

  private static final int PORT = 7_000;
  private static final int SECONDS = 30;

  @BeforeEach
  void possibleHere() {
    assumeThat(MemberNetwork.whyNotHere()).isEmpty();
  }

  /** In a namespace: greets whoever connects; or says what becomes of connecting. */
  static final class Speaker {

    public static void main(String[] args) throws IOException {
      if (args.length > 0) {
        System.out.println(greeted(args[0], Integer.parseInt(args[1])) ? "greeted" : "not greeted");
        return;
      }
      try (ServerSocket server = new ServerSocket(PORT)) {
        while (true) {
          try (Socket guest = server.accept()) {
            guest.getOutputStream().write('!');
          }
        }
      }
    }
  }

  @Test
  void aDirectionIsCutAndMended() throws Exception {
    List<Process> speakers = new ArrayList<>();
    try (MemberNetwork network = MemberNetwork.create(3)) {
      for (int i = 0; i < 3; i++) {
        speakers.add(speaker(network, i));
      }
      for (int i = 0; i < 3; i++) {
        assertThat(reached(network, i)).as("from here to " + i).isTrue();
      }
      assertThat(MemberNetwork.whyNotHere()).as("while there is one").isEmpty();
      assertThat(reaches(network, 0, 1)).isTrue();

      network.mute(0);
      assertThat(isCut(network, 0, 1)).isTrue();
      assertThat(isCut(network, 1, 0)).as("its answers are lost").isTrue();
      assertThat(reaches(network, 1, 2)).isTrue();
      assertThat(reached(network, 0)).as("by clients").isTrue();

      network.heal();
      assertThat(reaches(network, 0, 1)).isTrue();

      network.isolateFromClients(2);
      assertThat(greeted(network.place(2).ip(), 2)).isFalse();
      assertThat(reaches(network, 0, 2)).isTrue();
      network.heal();
      assertThat(reached(network, 2)).isTrue();
    } finally {
      speakers.forEach(Process::destroyForcibly);
    }
    assertThat(MemberNetwork.create(1))
        .as("again, nothing is left")
        .satisfies(MemberNetwork::close);
    assertThat(Shell.run("ip", "-o", "link", "show")).doesNotContain(" lb-" + ownPid() + "-");
  }

  private static String ownPid() {
    return Long.toString(ProcessHandle.current().pid(), Character.MAX_RADIX);
  }

  private static boolean reached(MemberNetwork network, int member) {
    return greeted(network.place(member).ip(), SECONDS);
  }

  private static boolean reaches(MemberNetwork network, int from, int to) throws Exception {
    return reaches(network, from, to, SECONDS);
  }

  /** After more than one try: of a direction that is open, one packet may be lost, too. */
  private static boolean isCut(MemberNetwork network, int from, int to) throws Exception {
    return !reaches(network, from, to, 2);
  }

  private static boolean reaches(MemberNetwork network, int from, int to, int seconds)
      throws Exception {
    Process guest = java(network, from, network.place(to).ip(), Integer.toString(seconds));
    String said = new String(guest.getInputStream().readAllBytes()).strip();
    assertThat(said).isIn("greeted", "not greeted");
    return said.equals("greeted");
  }

  private static Process speaker(MemberNetwork network, int member) throws IOException {
    return java(network, member);
  }

  private static Process java(MemberNetwork network, int member, String... args)
      throws IOException {
    List<String> line = new ArrayList<>(network.place(member).prefix());
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx32m", "-cp"));
    line.add(System.getProperty("java.class.path"));
    line.add(Speaker.class.getName());
    line.addAll(List.of(args));
    return new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /**
   * Whether one try within so many seconds was answered. A single one would say nothing: a first
   * packet that is lost is sent again after a second only.
   */
  private static boolean greeted(String ip, int seconds) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    do {
      if (greeted(ip)) {
        return true;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    } while (System.nanoTime() < end);
    return false;
  }

  private static boolean greeted(String ip) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getByName(ip), PORT), 1_000);
      socket.setSoTimeout(1_000);
      return socket.getInputStream().read() == '!';
    } catch (IOException lost) {
      return false;
    }
  }
}
