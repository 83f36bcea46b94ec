package io.landbridge.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.MetadataRevision;
import io.landbridge.record.wire.Wire;
import io.landbridge.state.CommandArbitraries;
import io.landbridge.state.Samples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.DeflaterOutputStream;
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

  /** Of usual size, as a monolith registers them. */
  @Test
  void aProcessOfFourHundredInterfacesFitsIntoAnEntry() throws Exception {
    SortedMap<String, String> parameters = new TreeMap<>();
    parameters.put(
        "methods",
        IntStream.range(0, 28)
            .mapToObj(i -> "queryOrdersByCustomerAndPeriod" + i)
            .collect(Collectors.joining(",")));
    parameters.put("application", "mono-app");
    MetadataDocument document =
        MetadataDocument.of(
            new ApplicationName("mono-app"),
            IntStream.range(0, 420)
                .mapToObj(
                    i -> {
                      String name = "com.example.mono.api.facade.Module" + i + "Facade";
                      return new ServiceEntry(name, "", "1.0.0", "dubbo", 20880, name, parameters);
                    })
                .toList());

    byte[] entry = CommandCodec.encode(claim(Map.of(document.revision(), document)));

    assertThat(entry).hasSizeLessThan(100 * 1024);
    assertThat(((ClaimInstances) CommandCodec.decode(entry)).documents())
        .containsEntry(document.revision(), document);
  }

  @Test
  void whatIsDeflatedIsReadWithinABoundAndDamageIsSeen() throws Exception {
    ByteString bomb = deflated(new byte[EnclosedBytes.MAX_BYTES + 1]);
    assertThatThrownBy(() -> EnclosedBytes.plain(bomb)).hasMessageContaining("16 MiB");
    ByteString fine = deflated(new byte[100_000]);
    assertThat(EnclosedBytes.plain(fine).size()).isEqualTo(100_000);
    assertThatThrownBy(() -> EnclosedBytes.plain(fine.substring(0, fine.size() / 2)))
        .hasMessageContaining("too early");
    assertThatThrownBy(() -> EnclosedBytes.plain(ByteString.copyFrom(new byte[] {0, 1, 2, 3})))
        .hasMessageContaining("damaged");
  }

  private static ByteString deflated(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(0);
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
      deflater.write(bytes);
    }
    return ByteString.copyFrom(out.toByteArray());
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
