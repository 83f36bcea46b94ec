package io.landbridge.migrate.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.consumer.ConsumerInventory;
import io.landbridge.migrate.doctor.Finding;
import io.landbridge.migrate.hazard.HazardFinder;
import io.landbridge.migrate.inventory.Configurations;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.inventory.Landscape;
import io.landbridge.migrate.lock.ControlResult;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.record.VerifyRecord;
import io.landbridge.migrate.record.VerifyRecords;
import io.landbridge.migrate.report.fleet.FleetReport;
import io.landbridge.migrate.report.fleet.Reports;
import io.landbridge.migrate.report.result.BackupResult;
import io.landbridge.migrate.report.result.BridgeCheckResult;
import io.landbridge.migrate.report.result.BridgeDiffResult;
import io.landbridge.migrate.report.result.BridgeMoveResult;
import io.landbridge.migrate.report.result.BridgeStatusResult;
import io.landbridge.migrate.report.result.CompletionResult;
import io.landbridge.migrate.report.result.ConsumersResult;
import io.landbridge.migrate.report.result.DoctorResult;
import io.landbridge.migrate.report.result.DriftResult;
import io.landbridge.migrate.report.result.InstallResult;
import io.landbridge.migrate.report.result.OperationResult;
import io.landbridge.migrate.report.result.PlanResult;
import io.landbridge.migrate.report.result.ScanResult;
import io.landbridge.migrate.report.result.SignatureResult;
import io.landbridge.migrate.report.result.SkippedEntryResult;
import io.landbridge.migrate.report.result.StatusResult;
import io.landbridge.migrate.report.result.SuspensionResult;
import io.landbridge.migrate.report.result.VerifyListResult;
import io.landbridge.migrate.report.result.VerifyResult;
import io.landbridge.migrate.report.result.VerifyShowResult;
import io.landbridge.migrate.verify.Comparison;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/**
 * The schemas that are shipped are those of what is printed. After a change of what is printed they
 * are written anew by {@code -Dlandbridge.schemas=write}, to be looked at like any other change.
 */
class DocumentSchemaTest {

  private static final Path SCHEMAS = Path.of("src/main/resources/schemas");

  private static final SortedMap<String, Class<?>> DOCUMENTS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("install", InstallResult.class),
              Map.entry("uninstall", InstallResult.class),
              Map.entry("scan", ScanResult.class),
              Map.entry("plan", PlanResult.class),
              Map.entry("apply", OperationResult.class),
              Map.entry("rollback", OperationResult.class),
              Map.entry("complete", OperationResult.class),
              Map.entry("completion", CompletionResult.class),
              Map.entry("drift", DriftResult.class),
              Map.entry("verify", VerifyResult.class),
              Map.entry("verify-list", VerifyListResult.class),
              Map.entry("verify-show", VerifyShowResult.class),
              Map.entry("report", FleetReport.class),
              Map.entry("status", StatusResult.class),
              Map.entry("control", ControlResult.class),
              Map.entry("consumers", ConsumersResult.class),
              Map.entry("doctor", DoctorResult.class),
              Map.entry("suspend", SuspensionResult.class),
              Map.entry("resume", SuspensionResult.class),
              Map.entry("skip-entry", SkippedEntryResult.class),
              Map.entry("sign-entries", SignatureResult.class),
              Map.entry("backup", BackupResult.Written.class),
              Map.entry("restore", BackupResult.Restored.class),
              Map.entry("bridge-start", BridgeMoveResult.class),
              Map.entry("bridge-pause", BridgeMoveResult.class),
              Map.entry("bridge-cut-over", BridgeMoveResult.class),
              Map.entry("bridge-back", BridgeMoveResult.class),
              Map.entry("bridge-finish", BridgeMoveResult.class),
              Map.entry("bridge-status", BridgeStatusResult.class),
              Map.entry("bridge-diff", BridgeDiffResult.class),
              Map.entry("bridge-check", BridgeCheckResult.class)));

  private static final NextStep NEXT = new NextStep("landbridge status", "to see");

  static Stream<String> documents() {
    return DOCUMENTS.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void whatIsKeptIsWhatIsPrinted(String name) throws IOException {
    String made =
        StructuredReport.mapper()
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(DocumentSchema.of(name, DOCUMENTS.get(name)))
            + "\n";
    Path file = SCHEMAS.resolve(name + "-1.json");
    if ("write".equals(System.getProperty("landbridge.schemas"))) {
      Files.writeString(file, made);
    }

    assertThat(file)
        .as("its schema; -Dlandbridge.schemas=write writes it")
        .exists()
        .content()
        .isEqualTo(made);
  }

  @Test
  void nothingElseIsKept() throws IOException {
    try (Stream<Path> files = Files.list(SCHEMAS)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              DOCUMENTS.keySet().stream().map(name -> name + "-1.json").toList());
    }
  }

  @Test
  void everythingThatIsPrintedHasASchema() {
    assertThat(
            Arrays.stream(Report.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(Method::getParameterTypes)
                .flatMap(Arrays::stream)
                .filter(type -> type.getName().startsWith("io.landbridge."))
                .filter(type -> !type.equals(Report.class) && !type.equals(NextStep.class))
                .collect(Collectors.toSet()))
        .containsExactlyInAnyOrderElementsOf(Set.copyOf(DOCUMENTS.values()));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void thePageOfTheCommandNamesIt(String name) throws IOException {
    assertThat(Files.readString(Path.of("../docs/cli.md")))
        .containsPattern("`(landbridge/)?%s/1`".formatted(name));
  }

  private static final VerifyResult VERIFIED =
      VerifyResult.of(
          "20261130-134450-a3f2c1",
          Instant.EPOCH,
          List.of(
              new Comparison(
                  "public",
                  "a",
                  false,
                  false,
                  1,
                  List.of(new Comparison.Finding("demo.A", "dubbo", "10.0.0.1:20880", "why")),
                  List.of(),
                  List.of(
                      new Comparison.ParameterFinding(
                          "demo.A", "dubbo", "10.0.0.2:20880", "timeout", "5", "")),
                  List.of("demo.A"),
                  List.of(new Comparison.Finding("", "", "10.0.0.3:20880", "why")))),
          List.of("nope"),
          true);

  private static final DoctorResult EXAMINED =
      new DoctorResult(
          false,
          List.of(
              new DoctorResult.Member("a:1", "ACTIVE", "1", "a:1", 1, List.of("a:1"), 1, 0, -1)),
          Arrays.stream(Finding.Kind.values())
              .map(
                  each ->
                      new Finding(
                          Finding.Severity.ERROR, each, List.of("a:1"), "what", "seen", "do"))
              .toList());

  @Test
  void severalAreToldApart() throws IOException {
    String line = new Report(Format.JSON, Style.PLAIN).verifyAgain(VERIFIED, NEXT);
    String yaml = new Report(Format.YAML, Style.PLAIN).verifyAgain(VERIFIED, NEXT);

    assertThat(line).endsWith("}\n").containsOnlyOnce("\n");
    assertThat(yaml).startsWith("---\nschema: \"landbridge/verify/1\"\nid: ");
    assertThat(StructuredReport.mapper().readTree(line))
        .isEqualTo(
            StructuredReport.mapper()
                .readTree(new Report(Format.JSON, Style.PLAIN).verify(VERIFIED, NEXT)));
    assertThat(new Yaml().loadAll(yaml + yaml)).hasSize(2);
  }

  @Test
  void aDocumentIsValidAndWithOneMoreFieldItIsNot() throws IOException {
    Report report = new Report(Format.JSON, Style.PLAIN);
    StatusResult status =
        new StatusResult(List.of(StatusResult.Server.silent("a", "MISSING", "")), List.of(), null);
    OperationResult applied =
        OperationResult.of(
            false,
            List.of(
                new Outcome("public", "a", Outcome.Result.CHANGED, "OBSERVED", "X", List.of("y"))),
            List.of(),
            List.of(1),
            List.of(2));

    isValidAndNotWithAnother("status", report.status(status, NEXT));
    isValidAndNotWithAnother("rollback", report.operations("rollback", applied, NEXT));
    isValidAndNotWithAnother("apply", report.applied(applied, NEXT));
    isValidAndNotWithAnother("report", report.fleet(Reports.halfWay(), "", NEXT));
    isValidAndNotWithAnother("verify", report.verify(VERIFIED, NEXT));
    isValidAndNotWithAnother("verify", report.verifyAgain(VERIFIED, NEXT));
    VerifyRecord record =
        new VerifyRecord(
            VerifyRecord.KIND,
            VerifyRecord.FORMAT,
            "20261130-134450-a3f2c1",
            "landbridge test",
            "2026-11-30T13:44:50Z",
            "",
            "a:1",
            List.of("a:1"),
            new VerifyRecord.Asked("h", "p.yaml", 1, false, List.of(), List.of()),
            2,
            List.of(
                new VerifyRecord.Compared(
                    "2026-11-30T13:44:51Z", 1, VERIFIED.applications().get(0))),
            List.of(new VerifyRecord.Gone("2026-11-30T13:44:51Z", "public", "b")));
    isValidAndNotWithAnother(
        "verify-list",
        report.verifyList(
            VerifyListResult.of(
                "d",
                new VerifyRecords.Listing(
                    List.of(record), List.of(new VerifyRecords.Unusable("notes", "why")))),
            NEXT));
    isValidAndNotWithAnother("verify-show", report.verifyShow(VerifyShowResult.of(record), NEXT));
    isValidAndNotWithAnother("doctor", report.doctor(EXAMINED, NEXT));
  }

  @Test
  void aScanOfManyHazardsIsValid() throws IOException {
    Registration broken =
        Registrations.with("shop", "demo.Order", "10.0.0.1", 20880, Map.of("protocol", ""));
    Registration odd =
        Registrations.with("shop", "demo.Order", "10.0.0.2", 20880, Map.of("path", "api/order"));
    Landscape landscape =
        Registrations.untranslated(
            List.of(broken, odd), List.of(Registrations.consumer("web", "demo.Gone", "2.7.23")));
    HazardFinder finder = new HazardFinder();
    landscape.show(finder);
    Inventory inventory = InventoryBuilder.of(landscape);
    ScanResult result =
        new ScanResult(
            inventory,
            finder.findings(inventory, Configurations.none()),
            new ConsumerInventory(
                ConsumerInventory.Source.SERVERS,
                1,
                List.of(new ConsumerInventory.Silent("10.0.0.13:8848", "connection refused")),
                2,
                1,
                List.of(
                    new ConsumerInventory.Client(
                        "public",
                        "10.9.9.9",
                        "Nacos-Java-Client:v1.4.6",
                        "HTTP_UDP",
                        "",
                        List.of("web"),
                        List.of("2.7.23"),
                        List.of("providers:demo.Order::"),
                        List.of()))),
            List.of("configurations of group mapping in namespace public: refused"));
    StringWriter json = new StringWriter();
    new Report(Format.JSON, Style.PLAIN).scan(result, NEXT, true, true, new PrintWriter(json));
    StringWriter table = new StringWriter();
    PrintWriter out = new PrintWriter(table);
    new Report(Format.TABLE, Style.PLAIN).scan(result, NEXT, true, true, out);
    out.flush();

    assertThat(result.hazards()).isNotEmpty();
    assertThat(inventory.untranslatable()).isNotEmpty();
    isValidAndNotWithAnother("scan", json.toString());
    assertThat(table.toString())
        .contains("Subscribers by client library:", "Nacos-Java-Client:v1.4.6", "10.9.9.9")
        .contains("Clients of these members are missing: 10.0.0.13:8848 (connection refused).")
        .contains("The subscribers of 1 service could not be read, or not all of them.")
        .contains("Not read:", "group mapping in namespace public: refused")
        .contains("set the protocol in the provider");
  }

  private static void isValidAndNotWithAnother(String name, String document) throws IOException {
    String schema = Files.readString(SCHEMAS.resolve(name + "-1.json"));
    Validator.Result result = new ValidatorFactory().validate(schema, document);
    assertThat(result.isValid()).as("%s: %s", result.getErrors(), document).isTrue();
    ObjectNode more = (ObjectNode) StructuredReport.mapper().readTree(document);
    more.put("another", 1);
    assertThat(new ValidatorFactory().validate(schema, more.toString()).isValid()).isFalse();
    ObjectNode less = (ObjectNode) StructuredReport.mapper().readTree(document);
    less.remove("schema");
    assertThat(new ValidatorFactory().validate(schema, less.toString()).isValid()).isFalse();
  }
}
