package io.landbridge.compat.client;

/** The versions of the Nacos client that a program without Dubbo can run on. */
public enum NamingLine implements ProgramLine {
  /** Sends every beat in full, over HTTP. */
  NACOS_1_1("1.1.4"),
  /** The first with short beats. */
  NACOS_1_2("1.2.1"),
  /** HTTP and pushes over UDP. */
  NACOS_1_3("1.3.3"),
  /** The last line that speaks HTTP. */
  NACOS_1_4("1.4.7"),
  /** Speaks gRPC, and registers persistent instances over HTTP where a server wants that. */
  NACOS_2_2("2.2.4"),
  /** The last of its line: agrees with the server on what either can do. */
  NACOS_2_5("2.5.1"),
  /** Speaks gRPC. */
  NACOS_3_1("3.1.1"),
  /** The newest there is. */
  NACOS_3_2("3.2.1-2026.03.30");

  private final String version;

  NamingLine(String version) {
    this.version = version;
  }

  /** The version of the Nacos client. */
  public String version() {
    return version;
  }

  @Override
  public String folder() {
    return "nacos-client-" + version;
  }

  /** The words by which {@code versions.txt} lists it. */
  String[] versionsKey() {
    return new String[] {"program", "nacos-client", version};
  }
}
