package io.landbridge.host.symbols;

/** The lines of the server that there is an adapter for. */
public enum ServerLine {
  /** 2.2.x to 2.5.x. */
  NACOS_2("nacos2", "2.2.1 to 2.5.x"),
  /** 3.0.x to 3.1.x. */
  NACOS_3("nacos3", "3.0.x to 3.1.x");

  /** What the plugin supports, for messages. */
  public static final String SUPPORTED = "Nacos 2.2.1 to 2.5.x and 3.0.x to 3.1.x";

  private final String id;
  private final String range;

  ServerLine(String id, String range) {
    this.id = id;
    this.range = range;
  }

  /** The name used in packages and resources. */
  public String id() {
    return id;
  }

  /** Supported versions, for messages. */
  public String range() {
    return range;
  }
}
