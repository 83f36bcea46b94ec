package io.landbridge.document;

import io.landbridge.dubbo.DocumentAddress.AtProvider;
import io.landbridge.dubbo.DocumentAddress.InConfiguration;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Networks;

/** Where documents are. */
final class Places {

  /** Where these are. */
  static final Networks HERE = Networks.LOOPBACK;

  static final Reach REACH = new Reach(new HostNames(), HERE, Networks.NONE);

  private Places() {}

  static ApplicationKey application(String name) {
    return new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName(name));
  }

  static AtProvider dubbo(String application, String revision, int port) {
    return provider(application, revision, port, "dubbo", "1.0.0");
  }

  static AtProvider provider(
      String application, String revision, int port, String protocol, String serviceVersion) {
    return new AtProvider(
        application(application),
        new MetadataRevision(revision),
        "127.0.0.1",
        port,
        protocol,
        serviceVersion);
  }

  static InConfiguration configuration(String application, String revision) {
    return new InConfiguration(application(application), new MetadataRevision(revision));
  }
}
