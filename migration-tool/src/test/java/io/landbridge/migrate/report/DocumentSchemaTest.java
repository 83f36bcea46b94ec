package io.landbridge.migrate.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import io.landbridge.migrate.operation.Outcome;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
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

/**
 * The schemas that are shipped are those of what is printed. After a change of what is printed they
 * are written anew by {@code -Dlandbridge.schemas=write}, to be looked at like any other change.
 */
class DocumentSchemaTest {

  private static final Path SCHEMAS = Path.of("src/main/resources/schemas");

  private static final SortedMap<String, Class<?>> DOCUMENTS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("scan", ScanResult.class),
              Map.entry("plan", PlanResult.class),
              Map.entry("apply", OperationResult.class),
              Map.entry("rollback", OperationResult.class),
              Map.entry("complete", OperationResult.class),
              Map.entry("completion", CompletionResult.class),
              Map.entry("drift", DriftResult.class),
              Map.entry("verify", VerifyResult.class),
              Map.entry("report", FleetReport.class),
              Map.entry("status", StatusResult.class),
              Map.entry("consumers", ConsumersResult.class),
              Map.entry("doctor", DoctorResult.class),
              Map.entry("suspend", SuspensionResult.class),
              Map.entry("resume", SuspensionResult.class),
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
                .filter(type -> !type.equals(Report.class))
                .collect(Collectors.toSet()))
        .containsExactlyInAnyOrderElementsOf(Set.copyOf(DOCUMENTS.values()));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void thePageOfTheCommandNamesIt(String name) throws IOException {
    assertThat(Files.readString(Path.of("../docs/cli.md")))
        .containsPattern("`(landbridge/)?%s/1`".formatted(name));
  }

  @Test
  void aDocumentIsValidAndWithOneMoreFieldItIsNot() throws IOException {
    Report report = new Report(Format.JSON, false);
    StatusResult status =
        new StatusResult(List.of(StatusResult.Server.silent("a", "MISSING", "")), List.of());
    OperationResult applied =
        OperationResult.of(
            false,
            List.of(
                new Outcome("public", "a", Outcome.Result.CHANGED, "OBSERVED", "X", List.of("y"))),
            List.of(),
            List.of(1));

    isValidAndNotWithAnother("status", report.status(status));
    isValidAndNotWithAnother("apply", report.operations("apply", applied));
    isValidAndNotWithAnother("report", report.fleet(Reports.halfWay(), ""));
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
