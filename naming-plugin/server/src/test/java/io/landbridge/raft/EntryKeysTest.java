package io.landbridge.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.record.EntryKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EntryKeysTest {

  @TempDir Path directory;

  @Test
  void aMemberKeepsTheKeysOfItsLastIdentitiesForItsOwnerAlone() throws Exception {
    Path file = directory.resolve("new").resolve("entry-keys");
    for (int i = 0; i < 10; i++) {
      EntryKeys.open(file, Optional.of(key(i)));
    }

    EntryKeys keys = EntryKeys.open(file, Optional.empty());
    assertThat(keys.present()).isEmpty();
    assertThat(IntStream.range(0, 10).filter(i -> keys.find(key(i).id()).isPresent()))
        .containsExactly(2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(Files.getPosixFilePermissions(file))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  }

  @Test
  void anIdentityThatComesBackIsThePresentOne() throws Exception {
    Path file = directory.resolve("entry-keys");
    EntryKeys.open(file, Optional.of(key(1)));
    EntryKeys.open(file, Optional.of(key(2)));

    EntryKeys keys = EntryKeys.open(file, Optional.of(key(1)));

    assertThat(keys.present().map(EntryKey::id)).contains(key(1).id());
    assertThat(keys.find(key(2).id())).isPresent();
    assertThat(Files.readAllLines(file)).hasSize(2).first().asString().startsWith(key(1).id());
  }

  @Test
  void aFileThatIsNoneKeepsTheMemberFromStartingAndIsNotQuoted() throws Exception {
    Path file = directory.resolve("entry-keys");
    Files.writeString(file, key(1).toSecret() + "\nc0ffee\n");

    assertThatThrownBy(() -> EntryKeys.open(file, Optional.of(key(1))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file + ": line 2")
        .hasMessageNotContaining("c0ffee");
  }

  private static EntryKey key(int number) {
    return EntryKey.of("identity", "secret " + number);
  }
}
