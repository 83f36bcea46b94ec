package io.landbridge.model;

/** A place in a Nacos server where a name has to stand. */
public enum NameUse {
  /** The name of a service, without its Nacos group. */
  SERVICE("name of a service"),
  /** A Nacos group of services. */
  NACOS_GROUP("Nacos group"),
  /** A cluster label of instances. */
  CLUSTER("cluster label"),
  /** The id of a configuration: of a document, a mapping or a rule. */
  CONFIGURATION_ID("id of a configuration"),
  /** The id of a namespace of services. */
  NAMESPACE("id of a namespace"),
  /** The namespace of a configuration, which servers check more strictly than that of services. */
  CONFIGURATION_NAMESPACE("namespace of a configuration");

  private final String what;

  NameUse(String what) {
    this.what = what;
  }

  /** What it is, for people. */
  public String what() {
    return what;
  }
}
