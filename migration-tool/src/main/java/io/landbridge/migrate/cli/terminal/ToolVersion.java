package io.landbridge.migrate.cli.terminal;

import picocli.CommandLine.IVersionProvider;

/** The version of this tool. */
public final class ToolVersion implements IVersionProvider {

  /** The tool and its version, as plans name it. */
  public static String text() {
    String version = ToolVersion.class.getPackage().getImplementationVersion();
    return "landbridge " + (version == null ? "development" : version);
  }

  @Override
  public String[] getVersion() {
    return new String[] {text()};
  }
}
