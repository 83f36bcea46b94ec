package io.landbridge.compat.client;

/**
 * Versions of Dubbo that a test program runs with: one folder of {@code compat-tests/programs}
 * each.
 */
public enum DubboLine implements ProgramLine {
  /** Dubbo 2.6 with its separate Nacos registry; speaks the HTTP protocol of Nacos 1.x. */
  DUBBO_2_6("dubbo-2.6.12", "2.6.12", "1.1.1"),
  /** The same, speaking gRPC. */
  DUBBO_2_6_NACOS_2("dubbo-2.6.12-nacos-2", "2.6.12", "2.2.4"),
  /** Dubbo 2.7 that speaks the HTTP protocol of Nacos 1.x and is notified by UDP. */
  DUBBO_2_7_NACOS_1_4("dubbo-2.7.23-nacos-1.4", "2.7.23", "1.4.6"),
  /** Dubbo 2.7 that speaks gRPC. */
  DUBBO_2_7_NACOS_2("dubbo-2.7.23-nacos-2", "2.7.23", "2.2.4"),
  /** Dubbo 3.0. */
  DUBBO_3_0("dubbo-3.0.15", "3.0.15", "2.1.2"),
  /** Dubbo 3.2. */
  DUBBO_3_2("dubbo-3.2.16", "3.2.16", "2.4.1"),
  /** The last of its line. */
  DUBBO_3_2_19("dubbo-3.2.19", "3.2.19", "2.4.1"),
  /** Dubbo 3.3. */
  DUBBO_3_3("dubbo-3.3.6", "3.3.6", "2.5.1"),
  /** dubbo-go, whose API was configuration alone; there where the build found a Go. */
  DUBBO_GO_3_1_1("dubbo-go-3.1.1", "3.1.1", "2.2.2"),
  /** The last dubbo-go whose revisions prove nothing. */
  DUBBO_GO_3_3_1("dubbo-go-3.3.1", "3.3.1", "2.2.5"),
  /** The first dubbo-go whose revisions are hashes of their documents. */
  DUBBO_GO_3_3_2("dubbo-go-3.3.2", "3.3.2", "2.2.5");

  private final String folder;
  private final String dubbo;
  private final String nacosClient;

  DubboLine(String folder, String dubbo, String nacosClient) {
    this.folder = folder;
    this.dubbo = dubbo;
    this.nacosClient = nacosClient;
  }

  @Override
  public String folder() {
    return folder;
  }

  /** The version of Dubbo. */
  public String dubbo() {
    return dubbo;
  }

  /** Whether it is dubbo-go, not Dubbo in Java. */
  public boolean isGo() {
    return folder.startsWith("dubbo-go-");
  }

  /**
   * Whether its revision is a hash of its document, so that what it registers of its application
   * can be translated.
   */
  public boolean provesItsDocument() {
    return this != DUBBO_GO_3_1_1 && this != DUBBO_GO_3_3_1;
  }

  @Override
  public boolean isNative() {
    return isGo();
  }

  /** Whether the build could make it, with what this machine has. */
  public boolean isBuilt() {
    return !isNative() || Programs.locate().hasProgram(this);
  }

  /** Whether it is of the generation that leaves out of a service's name what is empty. */
  public boolean isDubbo26() {
    return dubbo.startsWith("2.6.");
  }

  /** The version of the Nacos client. */
  public String nacosClient() {
    return nacosClient;
  }

  /** The words by which {@code versions.txt} lists it. */
  String[] versionsKey() {
    return isGo()
        ? new String[] {"program", "dubbo-go", dubbo, "nacos-sdk-go", nacosClient}
        : new String[] {"program", "dubbo", dubbo, "nacos-client", nacosClient};
  }
}
