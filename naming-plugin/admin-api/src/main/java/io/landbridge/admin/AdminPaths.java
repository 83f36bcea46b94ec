package io.landbridge.admin;

/**
 * The paths of the admin API below {@link #ROOT}. Constants, because a server keys its
 * authorization by the literal path and verb in the annotation of a controller's method.
 */
public final class AdminPaths {

  /** Where the API is, below the server's context path. */
  public static final String ROOT = "/landbridge/v1";

  public static final String STATUS = "/status";
  public static final String GROUP = "/group";
  public static final String BACKUP = "/backup";
  public static final String RESTORE = "/restore";
  public static final String SUSPENSION = "/suspension";
  public static final String SKIPPED_ENTRY = "/skipped-entry";
  public static final String SIGNATURES = "/signatures";
  public static final String CONFIGURATION = "/configuration";
  public static final String APPLICATIONS = "/applications";
  public static final String APPLICATION = "/application";
  public static final String INSTANCES = "/instances";
  public static final String DOCUMENTS = "/documents";
  public static final String DOCUMENT = "/document";
  public static final String MAPPINGS = "/mappings";
  public static final String MAPPING = "/mapping";
  public static final String CONSUMERS = "/consumers";
  public static final String LOSSES = "/losses";
  public static final String DIGESTS = "/digests";
  public static final String WATCH = "/watch";
  public static final String BRIDGE = "/bridge";
  public static final String DIFFERENCES = "/bridge/differences";
  public static final String TRANSLATION = "/translation";

  /** See {@link AdminEndpoint#AUDIENCE}. */
  public static final String AUDIENCE = "/audience";

  private AdminPaths() {}
}
