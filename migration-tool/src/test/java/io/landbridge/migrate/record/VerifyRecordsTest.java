package io.landbridge.migrate.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.migrate.record.VerifyRecord.Asked;
import io.landbridge.migrate.record.VerifyRecord.Compared;
import io.landbridge.migrate.record.VerifyRecord.Gone;
import io.landbridge.migrate.record.VerifyRecords.Bounds;
import io.landbridge.migrate.record.VerifyRecords.Unusable;
import io.landbridge.migrate.verify.Comparison;
import io.landbridge.migrate.verify.Comparison.Finding;
import io.landbridge.migrate.verify.Comparison.ParameterFinding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyRecordsTest {

  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
  private static final String ID = "20261130-120000-abcdef";

  @TempDir Path directory;
  private VerifyRecords records;

  @BeforeEach
  void inADirectoryThatIsNotThereYet() {
    records = VerifyRecords.in(directory.resolve("plan.yaml.verify"));
  }

  private static VerifyRecord record(String id, Comparison... compared) {
    return new VerifyRecord(
        VerifyRecord.KIND,
        VerifyRecord.FORMAT,
        id,
        "landbridge test",
        NOW.toString(),
        "",
        "10.0.0.1:8848",
        List.of("10.0.0.2:8848"),
        new Asked("hash", "plan.yaml", 1, false, List.of(), List.of("public")),
        2,
        List.of(compared).stream().map(each -> new Compared(NOW.toString(), 0, each)).toList(),
        List.of(new Gone(NOW.toString(), "public", "away")));
  }

  private static Comparison differing(String parameter, int missing) {
    return new Comparison(
        "public",
        "shop",
        false,
        false,
        3,
        Collections.nCopies(missing, new Finding("demo.A", "dubbo", "10.0.0.1:20880", "why")),
        List.of(),
        List.of(new ParameterFinding("demo.A", "dubbo", "10.0.0.1:20880", parameter, "s3cr3t", "")),
        List.of("demo.B"),
        List.of());
  }

  private VerifyRecord readBack(String id) throws Exception {
    return records.read(RecordId.parse(id).orElseThrow());
  }

  @Test
  void whatIsWrittenIsRead() throws Exception {
    VerifyRecord written = record(ID, differing("timeout", 2)).finishedAt("2026-11-30T12:01:00Z");

    records.write(written, NOW);

    assertThat(readBack(ID)).isEqualTo(written);
    assertThat(records.list().records()).containsExactly(written);
    assertThat(records.list().unusable()).isEmpty();
  }

  @Test
  void onlyTheOwnerCanReadIt() throws Exception {
    records.write(record(ID), NOW);

    assertThat(permissions(records.directory())).isEqualTo("rwx------");
    assertThat(permissions(records.file(RecordId.parse(ID).orElseThrow()))).isEqualTo("rw-------");
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @ParameterizedTest
  @CsvSource({
    "token, true",
    "accessToken, true",
    "db.password, true",
    "username, true",
    "access-key, true",
    "timeout, false"
  })
  void valuesThatMayBeSecretsAreNotKept(String parameter, boolean secret) throws Exception {
    records.write(record(ID, differing(parameter, 0)), NOW);

    String text = Files.readString(records.file(RecordId.parse(ID).orElseThrow()));
    assertThat(text.contains("s3cr3t")).isNotEqualTo(secret);
    assertThat(text).contains("\"parameter\":\"" + parameter + "\"");
  }

  @Test
  void differencesAreCutAndCounted() throws Exception {
    records.write(record(ID, differing("timeout", 1_234)), NOW);

    Compared kept = readBack(ID).applications().get(0);
    assertThat(kept.comparison().missing()).hasSize(1_000);
    assertThat(kept.cut()).isEqualTo(234);
  }

  @Test
  void largeRecordIsCutUntilItFits() throws Exception {
    Comparison wide = differing("x".repeat(40_000), 0);

    records.write(record(ID, Collections.nCopies(450, wide).toArray(Comparison[]::new)), NOW);

    assertThat(Files.size(records.file(RecordId.parse(ID).orElseThrow())))
        .isLessThan(VerifyRecords.MAX_BYTES);
    assertThat(readBack(ID).applications())
        .hasSize(450)
        .allSatisfy(each -> assertThat(each.cut()).isEqualTo(2));
  }

  @Test
  void oldestGoesFirst() throws Exception {
    VerifyRecords two =
        new VerifyRecords(records.directory(), new Bounds(2, 1 << 20, Duration.ofDays(1)));
    two.write(record("20261130-100000-aaaaaa"), NOW);
    two.write(record("20261130-110000-aaaaaa"), NOW);
    two.write(record(ID), NOW);

    assertThat(ids(two)).containsExactly(ID, "20261130-110000-aaaaaa");
  }

  @Test
  void whatIsTooOldOrTooMuchGoes() throws Exception {
    records.write(record("20261129-115959-aaaaaa"), NOW);
    records.write(record("20261130-110000-aaaaaa"), NOW);
    new VerifyRecords(records.directory(), new Bounds(9, 1 << 20, Duration.ofDays(1)))
        .write(record("20261130-110001-aaaaaa"), NOW);
    assertThat(ids(records)).containsExactly("20261130-110001-aaaaaa", "20261130-110000-aaaaaa");

    new VerifyRecords(records.directory(), new Bounds(9, 1, Duration.ofDays(1)))
        .write(record(ID), NOW);
    assertThat(ids(records)).as("the one that is written stays").containsExactly(ID);
  }

  private static List<String> ids(VerifyRecords records) throws IOException {
    return records.list().records().stream().map(VerifyRecord::id).toList();
  }

  @Test
  void foreignAndDamagedFilesAreNamedAndStay() throws Exception {
    records.write(record(ID), NOW);
    String whole = Files.readString(records.file(RecordId.parse(ID).orElseThrow()));
    put("notes.txt", "mine");
    put("verify-20200101-000000-aaaaaa.json", "{}");
    put("verify-20200101-000000-bbbbbb.json", whole.substring(0, whole.length() - 9));
    put("verify-20200101-000000-cccccc.json", whole);
    put("verify-20201341-000000-dddddd.json", whole);
    Files.createSymbolicLink(
        records.directory().resolve("verify-20200101-000000-eeeeee.json"),
        records.file(RecordId.parse(ID).orElseThrow()));
    Files.createDirectory(records.directory().resolve("verify-20200101-000000-ffffff.json"));
    put(
        "verify-20200101-000000-f0f0f0.json",
        whole.replace(ID, "20200101-000000-f0f0f0").replace("\"format\":1", "\"format\":2"));
    VerifyRecords.Listing before = records.list();

    assertThat(ids(records)).containsExactly(ID);
    assertThat(before.unusable())
        .extracting(Unusable::file)
        .containsExactly(
            "notes.txt",
            "verify-20200101-000000-aaaaaa.json",
            "verify-20200101-000000-bbbbbb.json",
            "verify-20200101-000000-cccccc.json",
            "verify-20200101-000000-eeeeee.json",
            "verify-20200101-000000-f0f0f0.json",
            "verify-20200101-000000-ffffff.json",
            "verify-20201341-000000-dddddd.json");
    assertThat(before.unusable())
        .extracting(Unusable::reason)
        .contains(
            "it is the record of verify " + ID, "its format is 2, but this version reads format 1");

    records.write(record("20261130-120001-aaaaaa"), NOW);
    assertThat(records.list().unusable()).isEqualTo(before.unusable());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"gone\":null",
        "\"gone\":[null]",
        "\"gone\":[{\"at\":\"yesterday\",\"namespace\":\"\",\"application\":\"a\"}]",
        "\"gone\":[{\"at\":\"2026-11-30T12:00:00Z\",\"namespace\":\"a b?\",\"application\":\"\"}]",
        "\"gone\":[],\"more\":1",
        "\"gone\":[],\"gone\":[]",
        "\"going\":[]"
      })
  void oddFieldsAreDamage(String gone) throws Exception {
    records.write(record(ID), NOW);
    Path file = records.file(RecordId.parse(ID).orElseThrow());
    String whole = Files.readString(file);
    Files.writeString(file, whole.substring(0, whole.indexOf("\"gone\":")) + gone + "}");

    assertThatThrownBy(() -> readBack(ID)).isInstanceOf(MalformedRecordException.class);
  }

  private void put(String name, String content) throws IOException {
    Files.writeString(records.directory().resolve(name), content);
  }

  /** Whoever was killed while it wrote has left it. */
  @Test
  void leftoversAreNoRecordsAndGoAfterADay() throws Exception {
    records.write(record(ID), NOW);
    Path part = records.directory().resolve("verify-" + ID + ".json.0123abcd.part");
    Files.writeString(part, "{");
    assertThat(records.list().unusable()).isEmpty();
    assertThat(records.list().records()).hasSize(1);

    Files.setLastModifiedTime(part, FileTime.from(NOW.minus(Duration.ofHours(23))));
    records.write(record(ID), NOW);
    assertThat(part).exists();
    records.write(record(ID), NOW.plus(Duration.ofHours(2)));
    assertThat(part).doesNotExist();
  }

  @Test
  void whatWasThereStaysIfItCannotBeWritten() throws Exception {
    records.write(record(ID), NOW);
    VerifyRecord huge =
        record(ID)
            .with(
                1,
                List.of(),
                List.of(new Gone(NOW.toString(), "", "x".repeat(VerifyRecords.MAX_BYTES))));

    assertThatThrownBy(() -> records.write(huge, NOW)).isInstanceOf(IOException.class);

    assertThat(readBack(ID)).isEqualTo(record(ID));
    try (var files = Files.list(records.directory())) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void anEmptyDirectoryHasNone() throws Exception {
    assertThat(records.list().records()).isEmpty();
    assertThatThrownBy(() -> readBack(ID)).isInstanceOf(NoSuchFileException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "../../etc/passwd",
        "20261130-120000-ABCDEF",
        "20261130-120000-abcde",
        "20261130-120000-abcdef ",
        "20261330-120000-abcdef",
        "20261130-126000-abcdef"
      })
  void whatIsNoIdIsNotRead(String text) {
    assertThat(RecordId.parse(text)).isEmpty();
  }

  @Test
  void idsAreInTheOrderOfTheirTimes() {
    RecordId first = RecordId.of(NOW);
    RecordId second = RecordId.of(NOW.plusSeconds(1));

    assertThat(first.value()).startsWith("20261130-120000-");
    assertThat(RecordId.parse(first.value())).contains(first);
    assertThat(first).isLessThan(second);
  }
}
