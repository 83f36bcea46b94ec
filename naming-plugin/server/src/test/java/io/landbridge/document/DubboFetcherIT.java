package io.landbridge.document;

import static io.landbridge.document.AnswersOfProvidersTest.assertReason;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.document.FakeProvider.Manners;
import io.landbridge.document.hessian.HessianWriter;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.MetadataRevision;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way in which a provider can misbehave on a socket. */
@Timeout(30)
class DubboFetcherIT {

  private static final String REVISION = "910973f94d22907152b2c72ee33777b2";

  private final byte[] answer = Frames.of("dubbo-3.3.6");

  @Test
  void anAnswerIsRead() throws Exception {
    assertThat(ask(FakeProvider.answering(answer)).revision())
        .isEqualTo(new MetadataRevision(REVISION));
  }

  @Test
  void anAnswerInPiecesIsRead() throws Exception {
    Manners byteByByte =
        socket -> {
          FakeProvider.readCall(socket);
          socket.setTcpNoDelay(true);
          for (byte each : answer) {
            socket.getOutputStream().write(each);
          }
          socket.getInputStream().read();
        };
    assertThat(ask(byteByByte).revision()).isEqualTo(new MetadataRevision(REVISION));
  }

  @Test
  void heartbeatsAndAnswersForOthersAreSkipped() throws Exception {
    byte[] heartbeat = frame(0xe2, 0, 99, new byte[] {'N'});
    byte[] other = frame(0x02, 20, 98, new HessianWriter().string("other").bytes());
    assertThat(ask(FakeProvider.answering(join(heartbeat, other, answer))).revision())
        .isEqualTo(new MetadataRevision(REVISION));
  }

  @Test
  void onlySoManyOfThem() {
    byte[] heartbeat = frame(0xe2, 0, 99, new byte[] {'N'});
    byte[] many = new byte[0];
    for (int i = 0; i < 8; i++) {
      many = join(many, heartbeat);
    }
    byte[] all = join(many, answer);
    assertThatThrownBy(() -> ask(FakeProvider.answering(all)))
        .satisfies(e -> assertReason(e, Reason.NO_ANSWER));
  }

  @Test
  void nobodyIsThere() throws Exception {
    try (Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = taken.getLocalPort();
      assertThatThrownBy(() -> asker(500).ask(Places.dubbo("p336d", REVISION, port)))
          .satisfies(e -> assertReason(e, Reason.UNREACHABLE))
          .hasMessageContaining(":" + port);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "224.0.0.1", "169.254.169.254", "::", "no.such.host.invalid"})
  void nobodyCanBeThere(String ip) {
    var where = Places.dubbo("p336d", REVISION, 20880);
    assertThatThrownBy(
            () ->
                asker(500)
                    .ask(
                        new io.landbridge.dubbo.DocumentAddress.AtProvider(
                            where.application(), where.revision(), ip, 20880, "dubbo", "1.0.0")))
        .satisfies(e -> assertReason(e, Reason.UNREACHABLE));
  }

  @Test
  void silence() {
    assertTakes(
        300,
        () ->
            assertThatThrownBy(() -> ask(FakeProvider.silent(), 300))
                .satisfies(e -> assertReason(e, Reason.NO_ANSWER))
                .hasMessageContaining("300 ms"));
  }

  /** Each byte comes in time, the answer does not. */
  @Test
  void aTrickle() {
    Manners trickle =
        socket -> {
          FakeProvider.readCall(socket);
          for (byte each : answer) {
            socket.getOutputStream().write(each);
            socket.setSoTimeout(20);
            try {
              if (socket.getInputStream().read() < 0) {
                return;
              }
            } catch (java.net.SocketTimeoutException e) {
              // The time between two bytes.
            }
          }
        };
    assertTakes(
        400,
        () ->
            assertThatThrownBy(() -> ask(trickle, 400))
                .satisfies(e -> assertReason(e, Reason.NO_ANSWER))
                .hasMessageContaining("400 ms"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 17, 100, 1441})
  void halfAnAnswer(int length) {
    Manners cut =
        socket -> {
          FakeProvider.readCall(socket);
          socket.getOutputStream().write(answer, 0, length);
        };
    assertThatThrownBy(() -> ask(cut))
        .satisfies(e -> assertReason(e, Reason.NO_ANSWER))
        .hasMessageContaining("closed the connection");
  }

  @Test
  void garbage() {
    byte[] http =
        "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> ask(FakeProvider.answering(http)))
        .satisfies(e -> assertReason(e, Reason.MALFORMED))
        .hasMessageContaining("does not speak");
  }

  @Test
  void garbageInAFrame() {
    byte[] body = new byte[10_000];
    Arrays.fill(body, (byte) 0x79);
    assertThatThrownBy(() -> ask(FakeProvider.answering(frame(0x02, 20, 1, body))))
        .satisfies(e -> assertReason(e, Reason.MALFORMED));
  }

  @ParameterizedTest
  @ValueSource(ints = {Fetcher.MAX_ANSWER_BYTES + 1, Integer.MAX_VALUE, -1})
  void tooLarge(int length) {
    byte[] head = frame(0x02, 20, 1, new byte[0]);
    ByteBuffer.wrap(head).putInt(12, length);
    assertThatThrownBy(() -> ask(FakeProvider.answering(head)))
        .satisfies(e -> assertReason(e, Reason.TOO_LARGE))
        .hasMessageContaining(Integer.toUnsignedString(length));
  }

  @Test
  void nothingUnderThatRevision() {
    assertThatThrownBy(() -> ask(FakeProvider.answering(Frames.of("dubbo-3.3.6-unknown-revision"))))
        .satisfies(e -> assertReason(e, Reason.NO_SUCH_REVISION));
  }

  @Test
  void anInterruptEndsIt() throws Exception {
    try (FakeProvider provider = new FakeProvider(FakeProvider.silent())) {
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> {
                try {
                  asker(20_000).ask(Places.dubbo("p336d", REVISION, provider.port()));
                  thrown.complete(new AssertionError("there was an answer"));
                } catch (FetchException | InterruptedException e) {
                  thrown.complete(e);
                }
              });
      thread.start();
      provider.connected.await();
      thread.interrupt();
      assertThat(thrown.get(5, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
      thread.join();
    }
  }

  private MetadataDocument ask(Manners manners)
      throws IOException, FetchException, InterruptedException {
    return ask(manners, 10_000);
  }

  private static MetadataDocument ask(Manners manners, long millis)
      throws IOException, FetchException, InterruptedException {
    try (FakeProvider provider = new FakeProvider(manners)) {
      return asker(millis).ask(Places.dubbo("p336d", REVISION, provider.port()));
    }
  }

  private static DubboFetcher asker(long millis) {
    return new DubboFetcher(Duration.ofMillis(millis), Duration.ofMillis(millis), Places.REACH);
  }

  private static void assertTakes(long millis, Runnable work) {
    long start = System.nanoTime();
    work.run();
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    assertThat(took).isBetween(millis - 5, millis + 5_000);
  }

  private static byte[] frame(int flags, int status, long id, byte[] body) {
    return ByteBuffer.allocate(DubboFrame.HEAD_BYTES + body.length)
        .putShort((short) 0xdabb)
        .put((byte) flags)
        .put((byte) status)
        .putLong(id)
        .putInt(body.length)
        .put(body)
        .array();
  }

  private static byte[] join(byte[]... parts) {
    int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
    ByteBuffer all = ByteBuffer.allocate(length);
    for (byte[] part : parts) {
      all.put(part);
    }
    return all.array();
  }
}
