package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** An older plugin is put back in front of what a newer one wrote. */
class NewerFormatE2E {

  private static final String API = "/landbridge/v1";

  @Test
  void theServerStartsAndThePluginSaysWhatToInstall() throws Exception {
    ServerSpec spec = ServerSpec.of(NacosVersion.V3_1_0).withPlugin(Artifacts.locate().pluginJar());
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      NacosServer server = ensemble.member(0);
      NacosApi api = ensemble.api(0);
      Steps.isActive(server);
      new RawRegistrations(api, "public")
          .provider27("shop", "demo.OrderService:2.0.0", "10.0.0.1", 20880);
      await()
          .alias("observed")
          .atMost(Steps.SOON)
          .until(() -> Steps.status(server).path("catalog").path("instances").asInt() == 1);
      Path snapshot = snapshot(server);
      server.stop();
      writeNewerFormat(snapshot);

      ensemble.startAll();
      JsonNode status =
          await()
              .atMost(Steps.SOON)
              .until(
                  () -> api.get(API + "/status").json().path("data"),
                  it -> it.path("state").asText().equals("DISABLED"));
      assertThat(status.path("reason").asText())
          .contains("format 3", "reads up to 2", "install the newer plugin");

      // The server is as if the plugin was not there.
      Map<String, String> native1 =
          Map.of("serviceName", "native", "ip", "10.0.0.9", "port", "80", "ephemeral", "false");
      assertThat(api.post("/v1/ns/instance", native1).body()).isEqualTo("ok");
      eventually(
          () ->
              assertThat(
                      api.get("/v1/ns/instance/list", Map.of("serviceName", "native"))
                          .json()
                          .path("hosts"))
                  .hasSize(1));
      assertThat(
              api.get("/v1/ns/instance/list", Map.of("serviceName", "shop")).json().path("hosts"))
          .isEmpty();
    }
  }

  /** Has the group write a snapshot, as it does by itself every half hour. */
  private static Path snapshot(NacosServer server) {
    Steps.raftOperation(server, "landbridge_catalog", "doSnapshot");
    Path snapshots = server.home().resolve("data/protocol/raft/landbridge_catalog/snapshot");
    return await()
        .alias("a snapshot below " + snapshots)
        .atMost(Steps.SOON)
        .until(() -> database(snapshots), Optional::isPresent)
        .orElseThrow();
  }

  private static Optional<Path> database(Path snapshots) {
    try (Stream<Path> entries = Files.list(snapshots)) {
      return entries
          .filter(it -> it.getFileName().toString().startsWith("snapshot_"))
          .map(it -> it.resolve("catalog/rocksdb"))
          .filter(Files::isDirectory)
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a newer plugin writes, as far as an older one can know it: another version in front. */
  private static void writeNewerFormat(Path database) throws RocksDBException {
    RocksDB.loadLibrary();
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    try (Options options = new Options()) {
      RocksDB.listColumnFamilies(options, database.toString())
          .forEach(name -> families.add(new ColumnFamilyDescriptor(name)));
    }
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (DBOptions options = new DBOptions();
        FlushOptions flush = new FlushOptions().setWaitForFlush(true);
        RocksDB db = RocksDB.open(options, database.toString(), families, handles)) {
      byte[] meta = db.get("meta".getBytes(UTF_8));
      assertThat(ByteBuffer.wrap(meta).getInt()).isEqualTo(1);
      db.put("meta".getBytes(UTF_8), ByteBuffer.wrap(meta).putInt(0, 3).array());
      db.flush(flush);
      handles.forEach(ColumnFamilyHandle::close);
    }
  }
}
