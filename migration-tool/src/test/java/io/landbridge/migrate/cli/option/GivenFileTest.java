package io.landbridge.migrate.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GivenFileTest {

  @TempDir private Path directory;

  @Test
  void oneThatIsNotThere() {
    assertThatThrownBy(() -> Profile.read(directory.resolve("absent")))
        .hasMessageContaining("the profile does not exist")
        .hasMessageContaining("absent");
  }

  @Test
  void aDirectory() {
    assertThatThrownBy(() -> Profile.read(directory))
        .hasMessageContaining("the profile is a directory")
        .hasMessageContaining(directory.toString());
  }

  @Test
  void oneThatIsNotText() throws Exception {
    Path latin = directory.resolve("latin");
    Files.write(latin, "server=h\u00f6:8848".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> Profile.read(latin)).hasMessageContaining("not UTF-8 text");
  }

  @Test
  void aProfileWithAWindowsPath() throws Exception {
    Path profile = Files.writeString(directory.resolve("profile"), "password-file=c:\\users\\me");
    assertThatThrownBy(() -> Profile.read(profile)).hasMessageContaining("hexadecimal");
  }

  @Test
  void oneThatThisUserMayNotRead() {
    CommandException refused =
        GivenFile.unreadable("backup", directory.resolve("one"), new AccessDeniedException("one"));
    assertThat(refused).hasMessageContaining("may not read the backup");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void oneOnADiskThatFails() {
    assertThat(
            GivenFile.unreadable("backup", Path.of("one"), new IOException("Input/output error")))
        .hasMessageContaining("cannot be read (Input/output error)");
  }
}
