package io.landbridge.compat.load.suite;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * What benchmarks measured.
 *
 * @param machine where
 * @param small whether each was run at its smallest: then the figures mean nothing
 * @param runs of each
 * @param made when this report was
 * @param sections one for each benchmark
 */
record Report(Machine machine, boolean small, int runs, String made, List<Section> sections) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Copies the list. */
  Report {
    sections = List.copyOf(sections);
  }

  /**
   * One benchmark.
   *
   * @param benchmark which
   * @param files its runs, in order
   */
  record Section(Benchmark benchmark, List<RunFile> files) {

    /** Copies the list. */
    Section {
      files = List.copyOf(files);
    }

    List<RunFile> done() {
      return files.stream().filter(RunFile::isDone).toList();
    }

    boolean isDone() {
      return !files.isEmpty() && files.stream().allMatch(RunFile::isDone);
    }

    List<Row> rows() {
      return benchmark.figures().stream()
          .map(
              each ->
                  new Row(
                      each,
                      spread(each.value()),
                      each.sides().flatMap(sides -> spread(sides.plugin())),
                      each.sides().flatMap(sides -> spread(sides.stock()))))
          .toList();
    }

    private Optional<Spread> spread(String pointer) {
      return Spread.of(done().stream().flatMap(each -> each.number(pointer).stream()).toList());
    }

    /** What to type to have it again. */
    String command(boolean small) {
      return ("compat-tests/bench "
              + benchmark.name()
              + " "
              + String.join(" ", benchmark.options(small)))
          .strip();
    }
  }

  /**
   * One figure.
   *
   * @param figure which
   * @param value of all runs that have it
   * @param plugin the same of the plugin's side, if it compares two
   * @param stock the same of its stock counterpart
   */
  record Row(
      Figure figure, Optional<Spread> value, Optional<Spread> plugin, Optional<Spread> stock) {

    /** Whether the median meets the target; empty without a target or a value. */
    Optional<Boolean> met() {
      return figure.target().flatMap(target -> value.map(spread -> target.met(spread.median())));
    }
  }

  /** The benchmarks of which a run failed. */
  List<String> failed() {
    return sections.stream()
        .filter(each -> !each.isDone())
        .map(each -> each.benchmark().name())
        .toList();
  }

  /** How many targets were met, or missed; those without a value are neither. */
  long targets(boolean met) {
    return sections.stream()
        .flatMap(each -> each.rows().stream())
        .filter(each -> each.met().equals(Optional.of(met)))
        .count();
  }

  ObjectNode json() {
    ObjectNode json = JSON.createObjectNode();
    json.put("report", "all");
    json.put("made", made);
    json.put("small", small);
    json.put("runs", runs);
    json.put("targets_met", targets(true));
    json.put("targets_missed", targets(false));
    json.putArray("failed");
    failed().forEach(json.withArray("failed")::add);
    machine.addTo(json);
    for (Section section : sections) {
      ObjectNode of = json.withArray("benchmarks").addObject();
      of.put("benchmark", section.benchmark().name());
      of.put("command", section.command(small));
      for (RunFile file : section.files()) {
        of.withArray("runs")
            .addObject()
            .put("run", file.run())
            .put("done", file.isDone())
            .put("why", file.why())
            .put("began", file.began())
            .put("seconds", file.seconds())
            .put("load_before", file.loadBefore())
            .put("commit", file.commit())
            .put("file", "%s-%d.json".formatted(file.benchmark(), file.run()));
      }
      for (Row row : section.rows()) {
        add(of.withArray("figures").addObject(), row);
      }
    }
    return json;
  }

  private static void add(ObjectNode json, Row row) {
    Figure figure = row.figure();
    json.put("figure", figure.name());
    json.put("unit", figure.sides().map(Figure.Sides::unit).orElse(""));
    json.put("target", figure.target().map(Target::toString).orElse(""));
    json.put("met", row.met().map(met -> met ? "yes" : "no").orElse(""));
    row.value().ifPresent(each -> add(json.putObject("value"), each));
    row.plugin().ifPresent(each -> add(json.putObject("plugin"), each));
    row.stock().ifPresent(each -> add(json.putObject("stock"), each));
  }

  private static void add(ObjectNode json, Spread spread) {
    json.put("minimum", spread.minimum());
    json.put("median", spread.median());
    json.put("maximum", spread.maximum());
    json.put("runs", spread.runs());
  }
}
