package io.landbridge.migrate.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of this tool. */
final class ToolVersion implements IVersionProvider {

  /** The tool and its version, as plans name it. */
  static String text() {
    String version = ToolVersion.class.getPackage().getImplementationVersion();
    return "landbridge " + (version == null ? "development" : version);
  }

  @Override
  public String[] getVersion() {
    return new String[] {text()};
  }
}
