package io.landbridge.compat.load.fleet;

import java.util.Map;

/** A Dubbo that registers interfaces; the values are what its programs were seen to write. */
public enum DubboLine {
  /** The last line that registers nothing but interfaces. */
  DUBBO_2_7(Map.of("release", "2.7.23", "anyhost", "true", "metadata-type", "remote"), true),
  /** In its default mode it registers the application too, which is not done here. */
  DUBBO_3(
      Map.of(
          "release",
          "3.3.6",
          "prefer.serialization",
          "hessian2,fastjson2",
          "service-name-mapping",
          "true"),
      false);

  private final Map<String, String> parameters;
  private final boolean pid;

  DubboLine(Map<String, String> parameters, boolean pid) {
    this.parameters = parameters;
    this.pid = pid;
  }

  /** What every provider of the line says. */
  Map<String, String> parameters() {
    return parameters;
  }

  /** Whether the process id is among the parameters. */
  boolean tellsPid() {
    return pid;
  }
}
