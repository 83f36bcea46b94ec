package io.landbridge.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.MetadataRevision;
import io.landbridge.record.wire.Wire;
import io.landbridge.state.CommandArbitraries;
import io.landbridge.state.Samples;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CommandCodecTest {

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void aCommandComesBackAsItWas(@ForAll("commands") Command command) throws Exception {
    byte[] bytes = CommandCodec.encode(command);

    assertThat(CommandCodec.decode(bytes)).isEqualTo(command);
    assertThat(CommandCodec.encode(CommandCodec.decode(bytes))).isEqualTo(bytes);
  }

  @Test
  void theOrderOfAMapDoesNotShow() throws Exception {
    Map<MetadataRevision, MetadataDocument> documents = new HashMap<>();
    for (int variant = 0; variant < 20; variant++) {
      MetadataDocument document = Samples.document(Samples.SHOP, variant);
      documents.put(document.revision(), document);
    }

    byte[] payload = Frames.payload(CommandCodec.encode(claim(documents)));

    assertThat(Wire.Entry.parseFrom(payload).getClaimInstances().getDocumentsList())
        .extracting(Wire.EnclosedDocument::getRevision)
        .hasSize(20)
        .isSorted();
  }

  @Test
  void aDocumentThatIsNotWhatItsRevisionSaysIsRefused() {
    MetadataDocument document = Samples.document(Samples.SHOP, 1);
    MetadataRevision wrong = Samples.document(Samples.SHOP, 2).revision();

    assertThatThrownBy(
            () -> CommandCodec.decode(CommandCodec.encode(claim(Map.of(wrong, document)))))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContainingAll(wrong.value(), document.revision().value(), "shop");
  }

  @Test
  void anEntryWithoutACommandIsDamaged() {
    assertThatThrownBy(
            () -> CommandCodec.decode(Frames.of(Wire.Entry.getDefaultInstance().toByteArray())))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("no known command");
  }

  @Property(tries = 2000)
  void anyBytesAreReadOrRefused(@ForAll @Size(max = 200) byte[] bytes) {
    assertReadOrRefused(bytes);
  }

  /** Past the checksum, where only the parser and the model stand in the way. */
  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void anyIntactMutationIsReadOrRefused(
      @ForAll("commands") Command command, @ForAll int where, @ForAll byte what) {
    byte[] payload = Frames.payload(CommandCodec.encode(command));
    payload[Math.floorMod(where, payload.length)] = what;
    assertReadOrRefused(Frames.of(payload));
  }

  private static void assertReadOrRefused(byte[] bytes) {
    try {
      assertThat(CommandCodec.decode(bytes)).isNotNull();
    } catch (UnreadableRecordException e) {
      assertThat(e).message().isNotBlank();
    }
  }

  @Provide
  Arbitrary<Command> commands() {
    return CommandArbitraries.command();
  }

  private static ClaimInstances claim(Map<MetadataRevision, MetadataDocument> documents) {
    return new ClaimInstances(Samples.ALICE, 1, List.of(), documents, List.of());
  }
}
