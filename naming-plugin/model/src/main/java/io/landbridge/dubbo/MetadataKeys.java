package io.landbridge.dubbo;

/** The metadata keys and configuration groups Dubbo uses on Nacos. */
public final class MetadataKeys {

  /** Interface level: the application a provider belongs to. */
  public static final String APPLICATION = "application";

  /** Interface level: the protocol spoken at the instance's port. */
  public static final String PROTOCOL = "protocol";

  /** Interface level: the Java interface; absent in simplified registrations. */
  public static final String INTERFACE = "interface";

  /** Interface level: the path of the service in the URL; absent in Dubbo 2.6. */
  public static final String PATH = "path";

  /** Interface level: the Dubbo service group. */
  public static final String GROUP = "group";

  /** Interface level: the Dubbo service version. */
  public static final String VERSION = "version";

  /** Interface level: {@code providers} or {@code consumers}. */
  public static final String CATEGORY = "category";

  /** Both levels: anything but {@code true} hides the provider from consumers. */
  public static final String ENABLED = "enabled";

  /** Both levels: {@code true} hides the provider; where it is present {@link #ENABLED} is not. */
  public static final String DISABLED = "disabled";

  /** Interface level: {@code provider} or {@code consumer}. */
  public static final String SIDE = "side";

  /** Interface level: the version of Dubbo's own protocol, 2.0.2 since Dubbo 2.6.3. */
  public static final String DUBBO = "dubbo";

  /**
   * Interface level: the one serialization to use; what a consumer does not know it cannot call.
   */
  public static final String SERIALIZATION = "serialization";

  /** Interface level: the version of Dubbo the provider runs; absent in Dubbo 2.6. */
  public static final String RELEASE = "release";

  /** Interface level: how many of the calls the provider gets, beside others; 100 if absent. */
  public static final String WEIGHT = "weight";

  /** Interface level: the process id of the provider. */
  public static final String PID = "pid";

  /** Both levels: when the provider started, milliseconds since 1970; drives warm-up. */
  public static final String TIMESTAMP = "timestamp";

  /** Application level: the hash of the metadata document. */
  public static final String REVISION = "dubbo.metadata.revision";

  /** Application level, Dubbo 2.7.5 to 2.7.8: the older name of {@link #REVISION}. */
  public static final String EXPORTED_SERVICES_REVISION = "dubbo.exported-services.revision";

  /** Application level: {@code remote} when the document is in the configuration centre. */
  public static final String STORAGE_TYPE = "dubbo.metadata.storage-type";

  /** Application level: JSON list of ports and protocols. */
  public static final String ENDPOINTS = "dubbo.endpoints";

  /**
   * Application level: JSON with port, protocol and version of the provider's metadata service; in
   * Dubbo 2.7 one such object for each protocol.
   */
  public static final String METADATA_SERVICE_PARAMS = "dubbo.metadata-service.url-params";

  /** Application level, Spring Cloud Alibaba: JSON list of the URLs of the metadata service. */
  public static final String METADATA_SERVICE_URLS = "dubbo.metadata-service.urls";

  /** What registered an instance, where that says so; {@link #SPRING_CLOUD} is one. */
  public static final String REGISTER_SOURCE = "preserved.register.source";

  /** The {@link #REGISTER_SOURCE} of Spring Cloud: clients call such an instance over HTTP. */
  public static final String SPRING_CLOUD = "SPRING_CLOUD";

  /** Written by Landbridge on every derived instance; the value is an origin's label. */
  public static final String DERIVED = "landbridge.origin";

  /** Configuration group of the documents that map an interface to its applications. */
  public static final String MAPPING_GROUP = "mapping";

  private MetadataKeys() {}
}
