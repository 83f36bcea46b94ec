package io.landbridge.document;

import static io.landbridge.document.AnswersOfProvidersTest.assertReason;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.alibaba.com.caucho.hessian.io.Hessian2Input;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.grpc.HandlerRegistry;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.landbridge.dubbo.DocumentAddress.AtProvider;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.MetadataRevision;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A provider that speaks Triple, and others that do not. */
@Timeout(60)
class TripleFetcherIT {

  private static final String FIRST_REVISION = "9db47ec095f3a89d89f851502697f7d7";
  private static final String SECOND_REVISION = "6521b98ed4e4def3fa3fdba80c49d094";

  private static final Duration LONG = Duration.ofSeconds(20);

  @Test
  void theFirstServiceIsCalledInAWrapper() throws Exception {
    try (GrpcProvider provider = GrpcProvider.answering(Frames.of("triple-3.3.6"))) {
      MetadataDocument document = asker(LONG).ask(provider.place("p336t", FIRST_REVISION, "1.0.0"));
      assertThat(document.revision()).isEqualTo(new MetadataRevision(FIRST_REVISION));
      Received call = provider.calls.take();
      assertThat(call.method())
          .isEqualTo("org.apache.dubbo.metadata.MetadataService/getMetadataInfo");
      assertThat(call.group()).isEqualTo("p336t");
      assertThat(call.version()).isEqualTo("1.0.0");
      List<Object> fields = fields(call.message());
      assertThat(fields.get(0)).isEqualTo("hessian4");
      assertThat(new Hessian2Input(new ByteArrayInputStream((byte[]) fields.get(1))).readString())
          .isEqualTo(FIRST_REVISION);
      assertThat(fields.get(2)).isEqualTo("java.lang.String");
    }
  }

  @Test
  void theSecondServiceIsCalledInProtobuf() throws Exception {
    try (GrpcProvider provider = GrpcProvider.answering(Frames.of("triple-3.3.6-second"))) {
      MetadataDocument document =
          asker(LONG).ask(provider.place("p336dt", SECOND_REVISION, "2.0.0"));
      assertThat(document.revision()).isEqualTo(new MetadataRevision(SECOND_REVISION));
      Received call = provider.calls.take();
      assertThat(call.method())
          .isEqualTo("org.apache.dubbo.metadata.MetadataServiceV2/GetMetadataInfo");
      assertThat(call.group()).isEqualTo("p336dt");
      assertThat(call.version()).isEqualTo("2.0.0");
      assertThat(fields(call.message())).containsExactly(SECOND_REVISION);
    }
  }

  @Test
  void nothingUnderThatRevision() throws Exception {
    try (GrpcProvider provider =
        GrpcProvider.answering(Frames.of("triple-3.3.6-unknown-revision"))) {
      assertRefused(provider.place("p336t", "0123", "1.0.0"), Reason.NO_SUCH_REVISION, "");
    }
  }

  @Test
  void aRefusal() throws Exception {
    try (GrpcProvider provider =
        GrpcProvider.failing(Status.UNIMPLEMENTED.withDescription("Service not\nfound: x"))) {
      assertRefused(
          provider.place("p336t", "0123", "1.0.0"),
          Reason.REFUSED,
          "UNIMPLEMENTED 'Service not found: x'");
    }
    try (GrpcProvider provider = GrpcProvider.failing(Status.UNKNOWN)) {
      assertRefused(provider.place("p336t", "0123", "2.0.0"), Reason.REFUSED, "3.3");
    }
  }

  @Test
  void noMessage() throws Exception {
    try (GrpcProvider provider = GrpcProvider.failing(Status.OK)) {
      assertRefused(provider.place("p336t", "0123", "1.0.0"), Reason.REFUSED, "");
    }
  }

  @Test
  void tooLarge() throws Exception {
    try (GrpcProvider provider = GrpcProvider.answering(new byte[Fetcher.MAX_ANSWER_BYTES + 1])) {
      assertRefused(provider.place("p336t", "0123", "1.0.0"), Reason.TOO_LARGE, "1048576");
    }
  }

  @Test
  void garbageInAMessage() throws Exception {
    try (GrpcProvider provider = GrpcProvider.answering("garbage".repeat(9).getBytes("US-ASCII"))) {
      assertRefused(provider.place("p336t", "0123", "1.0.0"), Reason.MALFORMED, "");
      assertRefused(provider.place("p336t", "0123", "2.0.0"), Reason.MALFORMED, "");
    }
  }

  @Test
  void aServiceThatHangs() throws Exception {
    try (GrpcProvider provider = GrpcProvider.hanging()) {
      assertThatThrownBy(
              () -> asker(Duration.ofMillis(700)).ask(provider.place("p336t", "0123", "1.0.0")))
          .satisfies(e -> assertReason(e, Reason.NO_ANSWER))
          .hasMessageContaining("700 ms");
    }
  }

  @Test
  void aPortThatTakesConnectionsAndIsSilent() throws Exception {
    try (FakeProvider provider = new FakeProvider(FakeProvider.silent())) {
      assertThatThrownBy(
              () ->
                  new TripleFetcher(Duration.ofMillis(300), LONG, Places.REACH)
                      .ask(place(provider.port(), "p336t", "0123", "1.0.0")))
          .satisfies(e -> assertReason(e, Reason.NO_ANSWER))
          .hasMessageContaining("does not support HTTP/2");
    }
  }

  @Test
  void aPortThatSpeaksSomethingElse() throws Exception {
    try (FakeProvider provider =
        new FakeProvider(
            socket ->
                socket
                    .getOutputStream()
                    .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes("US-ASCII")))) {
      assertThatThrownBy(() -> asker(LONG).ask(place(provider.port(), "p336t", "0123", "1.0.0")))
          .isInstanceOf(FetchException.class);
    }
  }

  @Test
  void nobodyIsThere() throws Exception {
    try (Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = taken.getLocalPort();
      assertRefused(place(port, "p336t", "0123", "1.0.0"), Reason.UNREACHABLE, ":" + port);
    }
  }

  @Test
  void anInterruptEndsIt() throws Exception {
    try (GrpcProvider provider = GrpcProvider.hanging()) {
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> {
                try {
                  asker(LONG).ask(provider.place("p336t", "0123", "1.0.0"));
                  thrown.complete(new AssertionError("there was an answer"));
                } catch (FetchException | InterruptedException e) {
                  thrown.complete(e);
                }
              });
      thread.start();
      provider.calls.take();
      thread.interrupt();
      assertThat(thrown.get(5, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
      thread.join();
    }
  }

  /**
   * The library's threads are shared, in a server with the server; it ends them when nobody asks.
   */
  @Test
  void noThreadsStay() throws Exception {
    try (GrpcProvider provider = GrpcProvider.answering(Frames.of("triple-3.3.6"))) {
      asker(LONG).ask(provider.place("p336t", FIRST_REVISION, "1.0.0"));
    }
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.startsWith("grpc-")));
  }

  private static void assertRefused(AtProvider where, Reason reason, String message) {
    assertThatThrownBy(() -> asker(LONG).ask(where))
        .satisfies(e -> assertReason(e, reason))
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  private static TripleFetcher asker(Duration time) {
    return new TripleFetcher(time, time, Places.REACH);
  }

  private static AtProvider place(int port, String application, String revision, String version) {
    return Places.provider(application, revision, port, "tri", version);
  }

  /** The fields of a message: text as text, what is no text as bytes. */
  private static List<Object> fields(byte[] message) throws IOException {
    List<Object> fields = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(message);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      byte[] bytes = in.readByteArray();
      boolean argument = WireFormat.getTagFieldNumber(tag) == 2;
      fields.add(argument ? bytes : new String(bytes, "US-ASCII"));
    }
    return fields;
  }

  private record Received(
      String method, @Nullable String group, @Nullable String version, byte[] message) {}

  /** A gRPC server that has every method. */
  private static final class GrpcProvider implements AutoCloseable {

    private final BlockingQueue<Received> calls = new LinkedBlockingQueue<>();
    private final Server server;

    private GrpcProvider(byte @Nullable [] answer, @Nullable Status status) throws IOException {
      server =
          ServerBuilder.forPort(0)
              .directExecutor()
              .maxInboundMessageSize(1 << 22)
              .fallbackHandlerRegistry(
                  new HandlerRegistry() {
                    @Override
                    public ServerMethodDefinition<byte[], byte[]> lookupMethod(
                        String name, @Nullable String authority) {
                      return method(name, answer, status);
                    }
                  })
              .build()
              .start();
    }

    static GrpcProvider answering(byte[] answer) throws IOException {
      return new GrpcProvider(answer, Status.OK);
    }

    static GrpcProvider failing(Status status) throws IOException {
      return new GrpcProvider(null, status);
    }

    static GrpcProvider hanging() throws IOException {
      return new GrpcProvider(null, null);
    }

    AtProvider place(String application, String revision, String version) {
      return TripleFetcherIT.place(server.getPort(), application, revision, version);
    }

    private ServerMethodDefinition<byte[], byte[]> method(
        String name, byte @Nullable [] answer, @Nullable Status status) {
      MethodDescriptor<byte[], byte[]> descriptor =
          MethodDescriptor.newBuilder(new Bytes(), new Bytes())
              .setType(MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(name)
              .build();
      return ServerMethodDefinition.create(
          descriptor,
          (ServerCall<byte[], byte[]> call, Metadata headers) -> {
            call.request(2);
            return new ServerCall.Listener<byte[]>() {
              @Override
              public void onMessage(byte[] message) {
                calls.add(
                    new Received(
                        name,
                        header(headers, "tri-service-group"),
                        header(headers, "tri-service-version"),
                        message));
                if (answer != null) {
                  call.sendHeaders(new Metadata());
                  call.sendMessage(answer);
                }
                if (status != null) {
                  call.close(status, new Metadata());
                }
              }
            };
          });
    }

    private static @Nullable String header(Metadata headers, String name) {
      return headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
    }

    @Override
    public void close() throws InterruptedException {
      server.shutdownNow();
      server.awaitTermination(10, TimeUnit.SECONDS);
    }
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {

    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
