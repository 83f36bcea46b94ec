package io.landbridge.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.ImportedSize;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ImportedSizeTest {

  private static final ServiceKey SERVICE = new ServiceKey(NamespaceId.PUBLIC, "g", "s");

  @Test
  void whatCanBeImportedFitsIntoAnEntry() {
    assertThat(ImportedSize.MAX_BYTES + 16 * 1024).isEqualTo(ReplicatedLog.MAX_ENTRY_BYTES);
  }

  @Test
  void bytesCountAndNotCharacters() {
    int most = (int) ImportedSize.MAX_BYTES;
    assertThat(refused("x".repeat(most - 500))).isFalse();
    assertThat(refused("x".repeat(most + 1))).isTrue();
    assertThat(refused("\u4e2d".repeat(most / 3 - 500))).isFalse();
    assertThat(refused("\u4e2d".repeat(most / 3 + 1))).isTrue();
  }

  private static boolean refused(String value) {
    return ImportedSize.refusal(SERVICE, "DEFAULT", "10.0.0.1", Map.of("k", value)).isPresent();
  }
}
