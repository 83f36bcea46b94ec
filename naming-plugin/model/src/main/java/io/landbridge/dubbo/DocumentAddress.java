package io.landbridge.dubbo;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MetadataRevision;
import java.util.Objects;

/** Where the metadata document of an application instance can be had. */
public sealed interface DocumentAddress {

  /** The application; at the provider its name is the group of the metadata service. */
  ApplicationKey application();

  /** Which of the application's documents. */
  MetadataRevision revision();

  /**
   * In the configuration centre, as the data id named after the application in the group named
   * after the revision.
   *
   * @param application the application
   * @param revision the document
   */
  record InConfiguration(ApplicationKey application, MetadataRevision revision)
      implements DocumentAddress {

    /** Checks that no part is missing. */
    public InConfiguration {
      Objects.requireNonNull(application, "application");
      Objects.requireNonNull(revision, "revision");
    }
  }

  /**
   * At the provider, which has to be asked for it.
   *
   * @param application the application
   * @param revision the document
   * @param ip the address of the instance
   * @param port the port of its metadata service, 1 to 65535
   * @param protocol what is spoken there, for example {@code dubbo} or {@code tri}
   * @param serviceVersion the version of the metadata service: {@code 1.0.0}, or {@code 2.0.0} for
   *     the one of Dubbo 3.3 that speaks Protobuf
   * @param host the address that the client which registered it is connected from, seen by this
   *     server and not said by the client; empty if that is not known
   */
  record AtProvider(
      ApplicationKey application,
      MetadataRevision revision,
      String ip,
      int port,
      String protocol,
      String serviceVersion,
      String host)
      implements DocumentAddress {

    /** Checks that no part is missing. */
    public AtProvider {
      Objects.requireNonNull(application, "application");
      Objects.requireNonNull(revision, "revision");
      Objects.requireNonNull(ip, "ip");
      Objects.requireNonNull(protocol, "protocol");
      Objects.requireNonNull(serviceVersion, "serviceVersion");
      Objects.requireNonNull(host, "host");
    }

    /** One of which it is not known where its client is connected from. */
    public AtProvider(
        ApplicationKey application,
        MetadataRevision revision,
        String ip,
        int port,
        String protocol,
        String serviceVersion) {
      this(application, revision, ip, port, protocol, serviceVersion, "");
    }
  }
}
