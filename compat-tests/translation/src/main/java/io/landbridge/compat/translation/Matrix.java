package io.landbridge.compat.translation;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The cells of a run.
 *
 * @param cells in the order they are reported
 */
public record Matrix(List<Cell> cells) {

  /** Copies the list. */
  public Matrix {
    cells = List.copyOf(cells);
  }

  /**
   * Every consumer with the providers in which every two properties come together, or with every
   * provider there is.
   *
   * @param full every provider
   * @param translated whether the plugin is there and switched on for all applications
   */
  public static Matrix of(boolean full, boolean translated) {
    Rules rules = new Rules(translated);
    List<ProviderKind> providers = full ? ProviderKind.all() : ProviderKind.pairs();
    return new Matrix(
        ConsumerKind.all().stream()
            .flatMap(
                consumer ->
                    providers.stream()
                        .filter(consumer::survives)
                        .map(each -> Cell.of(each, consumer, rules)))
            .toList());
  }

  /**
   * Those whose label contains a pattern, in which {@code *} stands for anything.
   *
   * @throws IllegalArgumentException if there are none
   */
  public Matrix only(String pattern) {
    Pattern compiled =
        Pattern.compile(
            Arrays.stream(pattern.split("\\*", -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*")));
    List<Cell> chosen =
        cells.stream().filter(cell -> compiled.matcher(cell.label()).find()).toList();
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException(
          "No cell is called like '" + pattern + "'; --list shows them.");
    }
    return new Matrix(chosen);
  }

  /**
   * Those of some providers and some consumers, by their labels.
   *
   * @throws IllegalArgumentException if a label is nobody's
   */
  public Matrix among(List<String> providers, List<String> consumers) {
    List<Cell> chosen =
        cells.stream()
            .filter(cell -> providers.contains(cell.provider().label()))
            .filter(cell -> consumers.contains(cell.consumer().label()))
            .toList();
    Set<String> found =
        chosen.stream()
            .flatMap(cell -> Stream.of(cell.provider().label(), cell.consumer().label()))
            .collect(Collectors.toSet());
    Stream.concat(providers.stream(), consumers.stream())
        .filter(label -> !found.contains(label))
        .findFirst()
        .ifPresent(
            label -> {
              throw new IllegalArgumentException("There is no " + label + " in the matrix.");
            });
    return new Matrix(chosen);
  }

  /** Without those who run on what the build could not make with what this machine has. */
  public Matrix built() {
    return new Matrix(
        cells.stream()
            .filter(cell -> cell.provider().line().isBuilt() && cell.consumer().line().isBuilt())
            .toList());
  }

  List<ProviderKind> providers() {
    return cells.stream().map(Cell::provider).distinct().toList();
  }

  /** Who calls. */
  public List<ConsumerKind> consumers() {
    return cells.stream().map(Cell::consumer).distinct().toList();
  }

  List<Cell> column(ConsumerKind consumer) {
    return cells.stream().filter(cell -> cell.consumer().equals(consumer)).toList();
  }
}
