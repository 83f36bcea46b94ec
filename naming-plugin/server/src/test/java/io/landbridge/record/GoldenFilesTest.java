package io.landbridge.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.command.BridgeTerms;
import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Command.CompleteImport;
import io.landbridge.command.Command.EndSignatures;
import io.landbridge.command.Command.ForgetPublications;
import io.landbridge.command.Command.ForgetUnused;
import io.landbridge.command.Command.ImportInstances;
import io.landbridge.command.Command.ReapInstances;
import io.landbridge.command.Command.RecordPublications;
import io.landbridge.command.Command.RequireSignatures;
import io.landbridge.command.Command.RestoreApplication;
import io.landbridge.command.Command.SkipEntry;
import io.landbridge.command.Command.SwitchBridge;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.Command.TakeBridge;
import io.landbridge.command.EntryId;
import io.landbridge.command.Publication;
import io.landbridge.command.Publication.Kind;
import io.landbridge.command.Publication.Stage;
import io.landbridge.command.Result;
import io.landbridge.command.SignatureRequirement;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.BridgePhase;
import io.landbridge.model.Endpoint;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Origin;
import io.landbridge.record.ValueCodec.ApplicationPublication;
import io.landbridge.record.ValueCodec.MemberEpoch;
import io.landbridge.record.ValueCodec.ProviderCount;
import io.landbridge.record.ValueCodec.RevisionCount;
import io.landbridge.record.ValueCodec.SwitchedApplication;
import io.landbridge.state.BridgeRecord;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.RevisionUse;
import io.landbridge.state.Samples;
import io.landbridge.state.SignerWindow;
import io.landbridge.state.Translation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bytes of format version 1 as they were written first. They never change: a log or a snapshot in
 * the field may hold them. A test that fails here says that the format was changed without a new
 * version.
 */
class GoldenFilesTest {

  private interface Encoder {
    byte[] encode(Object value);
  }

  private interface Decoder {
    Object decode(byte[] bytes) throws UnreadableRecordException;
  }

  record Golden(String name, Object value, Encoder encoder, Decoder decoder) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Golden> goldens() {
    MetadataDocument document = Samples.document(Samples.SHOP, 1);
    ApplicationInstance plain = Samples.instance(Samples.SHOP, 1, 1);
    ApplicationInstance other =
        new ApplicationInstance(
            new ApplicationKey(new NamespaceId("9c1f-test"), Samples.STOCK.name()),
            "OTHER",
            "fe80::1",
            0,
            List.of(new Endpoint(1, "rest")),
            "",
            false,
            false,
            true,
            document.revision(),
            Map.of("größe", "", "", "✓"),
            Origin.LEGACY_CLUSTER);
    Publication mapping =
        new Publication(new Publication.Id(Kind.MAPPING, "org.demo.Orders"), Stage.FOUND);
    Publication written =
        new Publication(
            new Publication.Id(Kind.DOCUMENT, document.revision().value()), Stage.WRITTEN);
    SignatureRequirement requirement =
        new SignatureRequirement("0123456789abcdef0123456789abcdef", 1L << 62);
    Audience some = Audience.parse("5%,10.0.0.7,fd00::1,größe", "0123456789abcdef/2");
    BridgeTerms terms =
        new BridgeTerms(
            BridgePhase.DUAL_WRITE,
            true,
            List.of("10.1.0.1:8848", "https://old:443/nacos"),
            "nacos");
    return Stream.of(
        command(
            "claim-instances",
            new ClaimInstances(
                Samples.ALICE,
                1700000000000L,
                List.of(plain, other),
                Map.of(
                    document.revision(),
                    document,
                    Samples.document(Samples.STOCK, 2).revision(),
                    Samples.document(Samples.STOCK, 2)),
                List.of(plain.key(), other.key()))),
        command("reap-instances", new ReapInstances(Samples.BOB, -1, List.of(plain.key()))),
        command("switch-translation", new SwitchTranslation(Samples.SHOP, true, true, 7)),
        command(
            "switch-translation-for-some",
            new SwitchTranslation(Samples.SHOP, true, false, some, 7)),
        command(
            "restore-application-for-some",
            new RestoreApplication(
                Samples.SHOP,
                1700000000000L,
                Optional.of(new SwitchTranslation(Samples.SHOP, true, false, Audience.NOBODY, 7)),
                List.of(),
                List.of(),
                Map.of())),
        new Golden(
            "stored-translation-for-some",
            new SwitchedApplication(Samples.SHOP, new Translation(true, false, 99, some)),
            it -> ValueCodec.encode((SwitchedApplication) it),
            ValueCodec::decodeTranslation),
        command(
            "record-publications", new RecordPublications(Samples.SHOP, List.of(mapping, written))),
        command(
            "forget-publications",
            new ForgetPublications(Samples.SHOP, List.of(mapping.id(), written.id()))),
        command(
            "forget-unused",
            new ForgetUnused(
                List.of(Samples.ALICE, Samples.BOB), List.of(Samples.SHOP), 1700000000000L)),
        command(
            "restore-application",
            new RestoreApplication(
                Samples.SHOP,
                1700000000000L,
                Optional.of(new SwitchTranslation(Samples.SHOP, true, false, 7)),
                List.of(mapping, written),
                List.of(plain),
                Map.of(document.revision(), document))),
        command("switch-bridge", new SwitchBridge(3, terms, 1700000000000L)),
        command("switch-named-bridge", new SwitchBridge(3, terms, 1700000000000L, "0123456789ab")),
        command("take-bridge", new TakeBridge(Samples.BOB, 4)),
        command(
            "import-instances",
            new ImportInstances(
                5,
                List.of(Samples.imported("shop", 1, 1), Samples.imported("größe", 2, 2)),
                List.of(Samples.imported("stock", 3, 1).key()))),
        command("complete-import", new CompleteImport(5, 1700000000000L)),
        command(
            "skip-entry",
            new SkipEntry(
                EntryId.of(300, "größe".getBytes(StandardCharsets.UTF_8)),
                Samples.BOB,
                List.of(Samples.BOB, Samples.ALICE))),
        signed("require-signatures", new RequireSignatures(-3, requirement)),
        signed("end-signatures", new EndSignatures(Long.MIN_VALUE)),
        new Golden(
            "stored-requirement",
            requirement,
            it -> ValueCodec.encode((SignatureRequirement) it),
            ValueCodec::decodeRequirement),
        new Golden(
            "stored-signer",
            SignerWindow.first(Samples.BOB, 1700000000000L, 7)
                .with(1700000000000L, 9)
                .orElseThrow(),
            it -> ValueCodec.encode((SignerWindow) it),
            ValueCodec::decodeSigner),
        new Golden(
            "result-applied",
            Result.APPLIED,
            it -> ResultCodec.encode((Result) it),
            ResultCodec::decode),
        new Golden(
            "result-stale-epoch",
            Result.rejected(Result.Outcome.STALE_EPOCH, "größer"),
            it -> ResultCodec.encode((Result) it),
            ResultCodec::decode),
        new Golden(
            "stored-instance",
            new OwnedInstance(plain, Samples.ALICE, 1700000000000L),
            it -> ValueCodec.encode((OwnedInstance) it),
            ValueCodec::decodeInstance),
        new Golden(
            "stored-persistent-instance",
            new OwnedInstance(Samples.persistent(plain), Samples.ALICE, 1700000000000L),
            it -> ValueCodec.encode((OwnedInstance) it),
            ValueCodec::decodeInstance),
        new Golden(
            "stored-document",
            document,
            it -> ValueCodec.encode((MetadataDocument) it),
            ValueCodec::decodeDocument),
        new Golden(
            "stored-references",
            300,
            it -> ValueCodec.encodeReferences((Integer) it),
            ValueCodec::decodeReferences),
        new Golden(
            "stored-translation",
            new SwitchedApplication(Samples.SHOP, new Translation(true, false, 99)),
            it -> ValueCodec.encode((SwitchedApplication) it),
            ValueCodec::decodeTranslation),
        new Golden(
            "stored-publication",
            new ApplicationPublication(Samples.SHOP, written),
            it -> ValueCodec.encode((ApplicationPublication) it),
            ValueCodec::decodePublication),
        new Golden(
            "stored-revision",
            new RevisionCount(Samples.SHOP, document.revision(), new RevisionUse(5000, 0)),
            it -> ValueCodec.encode((RevisionCount) it),
            ValueCodec::decodeRevisionCount),
        new Golden(
            "stored-provider",
            new ProviderCount(Samples.SHOP, "org.demo.Orders", 3),
            it -> ValueCodec.encode((ProviderCount) it),
            ValueCodec::decodeProviderCount),
        new Golden(
            "stored-epoch",
            new MemberEpoch(Samples.BOB, 1700000000000L),
            it -> ValueCodec.encode((MemberEpoch) it),
            ValueCodec::decodeEpoch),
        new Golden(
            "stored-imported",
            Samples.imported("shop", 1, 2),
            it -> ValueCodec.encode((ImportedInstance) it),
            ValueCodec::decodeImported),
        new Golden(
            "stored-bridge",
            new BridgeRecord(terms, 7, 6, Optional.of(Samples.ALICE), 1700000000000L, ""),
            it -> ValueCodec.encode((BridgeRecord) it),
            ValueCodec::decodeBridge),
        new Golden(
            "stored-named-bridge",
            new BridgeRecord(
                terms, 7, 6, Optional.of(Samples.ALICE), 1700000000000L, "0123456789ab"),
            it -> ValueCodec.encode((BridgeRecord) it),
            ValueCodec::decodeBridge));
  }

  private static Golden command(String name, Command command) {
    return new Golden(name, command, it -> CommandCodec.encode((Command) it), CommandCodec::decode);
  }

  private static Golden signed(String name, Command command) {
    return new Golden(
        name,
        command,
        it -> CommandCodec.encode((Command) it),
        bytes -> new CommandDecoder().decodeSigned(bytes));
  }

  @ParameterizedTest
  @MethodSource("goldens")
  void theFirstBytesOfFormat1AreStillReadAndWritten(Golden golden) throws Exception {
    byte[] bytes = read(golden);

    assertThat(golden.decoder().decode(bytes)).isEqualTo(golden.value());
    assertThat(golden.encoder().encode(golden.value())).isEqualTo(bytes);
  }

  @ParameterizedTest
  @MethodSource("goldens")
  void aNewerFormatIsToldApartFromDamage(Golden golden) {
    byte[] bytes = golden.encoder().encode(golden.value());

    assertThat(failure(golden, Frames.ofFormat(2, bytes)))
        .hasMessageContaining("format 2")
        .extracting(UnreadableRecordException::isNewer)
        .isEqualTo(true);
    assertThat(failure(golden, Frames.ofFormat(0, bytes)).isNewer()).isFalse();
    for (int i = 0; i < bytes.length; i++) {
      byte[] damaged = bytes.clone();
      damaged[i] ^= 4;
      assertThat(failure(golden, damaged).isNewer()).isFalse();
    }
  }

  /** A member that passed an audience over would store something else than the others. */
  @Test
  void anAudienceIsReadInItsOwnFormatAlone() {
    for (Golden golden : goldens().toList()) {
      byte[] bytes = golden.encoder().encode(golden.value());
      if (bytes[0] == 3) {
        assertThat(failure(golden, Frames.ofFormat(1, bytes)).isNewer()).isFalse();
      }
    }
    Golden whole =
        command("whole", new SwitchTranslation(Samples.SHOP, true, false, Audience.WHOLE, 7));
    byte[] bytes = whole.encoder().encode(whole.value());
    assertThat(bytes[0]).isEqualTo((byte) 1);
    assertThat(failure(whole, Frames.ofFormat(3, bytes)).isNewer()).isFalse();
  }

  private static UnreadableRecordException failure(Golden golden, byte[] bytes) {
    try {
      Object value = golden.decoder().decode(bytes);
      throw new AssertionError("it was read as " + value);
    } catch (UnreadableRecordException e) {
      return e;
    }
  }

  private static byte[] read(Golden golden) throws IOException {
    String name =
        "/format-%d/%s.hex".formatted(golden.encoder().encode(golden.value())[0], golden.name());
    try (InputStream file = GoldenFilesTest.class.getResourceAsStream(name)) {
      assertThat(file)
          .as(
              "%s must hold %s",
              name, HexFormat.of().formatHex(golden.encoder().encode(golden.value())))
          .isNotNull();
      String text = new String(file.readAllBytes(), StandardCharsets.US_ASCII);
      return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
    }
  }
}
