package io.landbridge.migrate.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.registry.plugin.PluginBackupEntry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupFileTest {

  private static final BackupHeader HEADER =
      new BackupHeader("2026-01-01T00:00:00Z", "test", "a:1", "0.1.0", "Nacos", true, 7, "9f");
  private static final List<PluginBackupEntry> ENTRIES =
      List.of(
          new PluginBackupEntry("public", "shop", true, 0, 2, 1, "AAAA"),
          new PluginBackupEntry("public", "shop", null, 3, 0, 1, "BBBB"),
          new PluginBackupEntry("test", "stock", false, 1, 0, 1, "CCCC"));

  @TempDir Path directory;

  @Test
  void whatWasWrittenIsReadBack() throws Exception {
    Path file = write();
    List<PluginBackupEntry> read = new ArrayList<>();

    BackupSummary summary = new BackupFile(file).read(read::add);

    assertThat(read).isEqualTo(ENTRIES);
    assertThat(summary.header()).isEqualTo(HEADER);
    assertThat(summary.applications())
        .extracting(Object::toString)
        .containsExactly("public/shop", "test/stock");
    assertThat(summary.instances()).isEqualTo(4);
    assertThat(summary.publications()).isEqualTo(2);
    assertThat(summary.switches()).isEqualTo(2);
    assertThat(summary.bytes()).isEqualTo(Files.size(file));
    assertThat(directory)
        .isDirectoryContaining(file::equals)
        .isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void onlyItsOwnerCanReadItAlsoWhereAPartWasLeft() throws Exception {
    Files.writeString(directory.resolve("catalog.backup.part"), "left by one that was killed");

    Path file = write();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(new BackupFile(file).verify().bytes()).isEqualTo(Files.size(file));
  }

  @Test
  void aChangedByteIsNoticedWhereverItIs() throws Exception {
    byte[] whole = Files.readAllBytes(write());
    for (int i = 0; i < whole.length; i++) {
      byte[] damaged = whole.clone();
      damaged[i] ^= 1;
      Path file = Files.write(directory.resolve("damaged"), damaged);
      assertThatThrownBy(() -> new BackupFile(file).verify())
          .as("byte %d", i)
          .isInstanceOf(MalformedBackupException.class);
    }
  }

  @Test
  void aFileThatIsCutOffOrGoesOnIsNoBackup() throws Exception {
    byte[] whole = Files.readAllBytes(write());
    for (int length = 0; length < whole.length; length++) {
      Path file = Files.write(directory.resolve("cut"), Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> new BackupFile(file).verify())
          .as("first %d bytes", length)
          .isInstanceOf(MalformedBackupException.class);
    }
    Path longer = Files.write(directory.resolve("longer"), Arrays.copyOf(whole, whole.length + 1));
    assertThatThrownBy(() -> new BackupFile(longer).verify()).hasMessageContaining("follows");
  }

  @Test
  void aPartThatIsMissingIsNoticed() throws Exception {
    List<String> lines = new ArrayList<>(Files.readAllLines(write()));
    lines.remove(2);
    Path file = Files.writeString(directory.resolve("less"), String.join("\n", lines) + "\n");

    assertThatThrownBy(() -> new BackupFile(file).verify()).hasMessageContaining("checksum");
  }

  @Test
  void aNewerFormatSaysSo() throws Exception {
    String text = Files.readString(write()).replace("\"format\":1", "\"format\":2");
    Path file = Files.writeString(directory.resolve("newer"), text);

    assertThatThrownBy(() -> new BackupFile(file).verify()).hasMessageContaining("format is 2");
  }

  @Test
  void aLineWithoutEndIsNotReadIntoMemory() throws Exception {
    byte[] endless = "x".repeat(3 * BackupFormat.MAX_LINE_BYTES).getBytes(StandardCharsets.UTF_8);
    Path file = Files.write(directory.resolve("endless"), endless);

    assertThatThrownBy(() -> new BackupFile(file).verify()).hasMessageContaining("too long");
  }

  @Test
  void anInterruptedBackupLeavesNothing() throws Exception {
    Path file = directory.resolve("catalog.backup");
    Files.writeString(file, "an earlier one");
    try (BackupWriter writer = BackupWriter.create(file, HEADER)) {
      writer.add(ENTRIES.get(0));
    }

    assertThat(Files.readString(file)).isEqualTo("an earlier one");
    assertThat(directory).isDirectoryNotContaining("glob:**.part");
  }

  private Path write() throws Exception {
    Path file = directory.resolve("catalog.backup");
    try (BackupWriter writer = BackupWriter.create(file, HEADER)) {
      for (PluginBackupEntry entry : ENTRIES) {
        writer.add(entry);
      }
      writer.finish();
    }
    return file;
  }
}
