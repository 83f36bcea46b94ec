package io.landbridge.compat.load.suite;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The figures that the report of all benchmarks takes from one of them. */
public final class ReportedFigures {

  private ReportedFigures() {}

  /**
   * Returns those that are not in what a benchmark printed.
   *
   * @param benchmark its name
   * @param result what it printed
   * @return JSON pointers; none if the report has all it takes
   */
  public static List<String> missing(String benchmark, JsonNode result) {
    return Benchmarks.all().stream()
        .filter(each -> each.name().equals(benchmark))
        .flatMap(each -> each.figures().stream())
        .flatMap(ReportedFigures::pointers)
        .filter(each -> !result.at(each).isNumber())
        .distinct()
        .toList();
  }

  /** The names of all benchmarks of a report. */
  public static List<String> benchmarks() {
    return Benchmarks.all().stream().map(Benchmark::name).toList();
  }

  private static Stream<String> pointers(Figure figure) {
    Optional<Figure.Sides> sides = figure.sides();
    return Stream.concat(
        Stream.of(figure.value()),
        sides.stream().flatMap(each -> Stream.of(each.plugin(), each.stock())));
  }
}
