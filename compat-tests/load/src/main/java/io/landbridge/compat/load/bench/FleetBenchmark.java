package io.landbridge.compat.load.bench;

import picocli.CommandLine.Option;

/** What every benchmark can be told that has 1.x clients register the same fleet in every round. */
abstract class FleetBenchmark extends BenchCommand.Benchmark {

  @Option(
      names = "--services",
      paramLabel = "N",
      defaultValue = "100",
      description = "services (default: 100)")
  private int services;

  @Option(
      names = "--instances",
      paramLabel = "N",
      defaultValue = "20",
      description = "instances of each (default: 20)")
  private int instances;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "rounds that count (default: 5)")
  private int rounds;

  int services() {
    return services;
  }

  int instances() {
    return instances;
  }

  int rounds() {
    return rounds;
  }
}
