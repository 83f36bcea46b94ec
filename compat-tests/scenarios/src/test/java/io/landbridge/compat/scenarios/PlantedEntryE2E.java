package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A stranger who reaches the Raft port puts entries into the plugin's log that nobody can read. */
class PlantedEntryE2E {

  private static final String SHOP = "shop";
  private static final String GROUP = "landbridge_catalog";

  /** The Raft port of a server is below its HTTP port. */
  private static final int RAFT_OFFSET = 1_000;

  @TempDir Path work;

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void theServerWorksOnAndThePluginIsLedPastIt(NacosVersion version) throws Exception {
    ServerSpec spec = ServerSpec.of(version).withPlugin(Artifacts.locate().pluginJar());
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      RawRegistrations raw = new RawRegistrations(server.api(), "public");
      raw.provider27(SHOP, "demo.OrderService", "10.0.0.1", 20880);
      Steps steps = new Steps(work, SHOP);
      steps.isObserved(server);
      steps.apply(server.baseUrl());

      plant(server, new byte[] {1, 2, 3});
      await()
          .atMost(Steps.SOON)
          .until(() -> entries(server).path("damaged").asLong() == 1);
      assertThat(Steps.status(server).path("state").asText()).isEqualTo("ACTIVE");

      plant(server, frame((byte) 9, "from nobody".getBytes(StandardCharsets.US_ASCII)));
      await()
          .atMost(Steps.SOON)
          .until(() -> Steps.status(server).path("state").asText().equals("DISABLED"));
      assertThat(entries(server).path("stopped").path("reason").asText()).contains("format 9");
      assertThat(steps.instancesShownBy(server)).as("what is still shown").isEqualTo(1);
      raw.provider27(SHOP, "demo.OrderService", "10.0.0.2", 20880);
      // Without help it stops there at every start.
      ensemble.restart(0);
      await()
          .atMost(Steps.SOON)
          .ignoreExceptions()
          .until(() -> Steps.status(server).path("state").asText().equals("DISABLED"));

      assertThat(landbridge(server, "skip-entry").out()).contains("would change", "format 9");
      assertThat(entries(server).path("stopped").path("skipped").asBoolean()).isFalse();
      assertThat(landbridge(server, "skip-entry", "--yes").out()).contains("LEFT_OUT", "Restart");
      ensemble.restart(0);

      Steps.isActive(server);
      assertThat(entries(server).path("skipped").asLong()).isEqualTo(1);
      raw.provider27(SHOP, "demo.OrderService", "10.0.0.1", 20880);
      await()
          .atMost(Steps.SOON)
          .ignoreExceptions()
          .until(() -> steps.instancesShownBy(server) == 1);
    }
  }

  private CommandLineTool.Run landbridge(NacosServer server, String... arguments) {
    String[] all = new String[arguments.length + 2];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    all[arguments.length] = "--server";
    all[arguments.length + 1] = server.baseUrl();
    CommandLineTool.Run run = CommandLineTool.ofThisBuild(work).run(all);
    assertThat(run.exitCode()).as("%s", run).isZero();
    return run;
  }

  private static JsonNode entries(NacosServer server) {
    return Steps.status(server).path("entries");
  }

  /** The frame of every entry: format, checksum of it and the payload, payload. */
  private static byte[] frame(byte format, byte[] payload) {
    CRC32C crc = new CRC32C();
    crc.update(format);
    crc.update(payload);
    return ByteBuffer.allocate(Byte.BYTES + Integer.BYTES + payload.length)
        .put(format)
        .putInt((int) crc.getValue())
        .put(payload)
        .array();
  }

  /** The server takes a write from whoever reaches the port, as it does from its other members. */
  private static void plant(NacosServer server, byte[] entry) throws InterruptedException {
    String[] address = server.address().split(":", -1);
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(
                address[0], Integer.parseInt(address[1]) - RAFT_OFFSET)
            .usePlaintext()
            .build();
    try {
      ClientCalls.blockingUnaryCall(channel, WRITE, CallOptions.DEFAULT, writeRequest(entry));
    } finally {
      channel.shutdownNow();
    }
  }

  /** A WriteRequest: the group is field 1, the data is field 3. */
  private static byte[] writeRequest(byte[] entry) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    field(bytes, 1, GROUP.getBytes(StandardCharsets.US_ASCII));
    field(bytes, 3, entry);
    return bytes.toByteArray();
  }

  private static void field(ByteArrayOutputStream bytes, int number, byte[] value) {
    // Shorter than 128 bytes, so that its length is one byte.
    bytes.write(number << 3 | 2);
    bytes.write(value.length);
    bytes.writeBytes(value);
  }

  private static final MethodDescriptor<byte[], byte[]> WRITE =
      MethodDescriptor.<byte[], byte[]>newBuilder()
          .setType(MethodType.UNARY)
          .setFullMethodName(
              MethodDescriptor.generateFullMethodName(
                  "com.alibaba.nacos.consistency.entity.WriteRequest", "_call"))
          .setRequestMarshaller(new Bytes())
          .setResponseMarshaller(new Bytes())
          .build();

  /** Messages as they are on the wire. */
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
