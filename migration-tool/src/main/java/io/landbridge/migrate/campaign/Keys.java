package io.landbridge.migrate.campaign;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;

/** Names of a plan as keys. */
final class Keys {

  private Keys() {}

  static ApplicationKey of(String namespace, String application) {
    return new ApplicationKey(NamespaceId.of(namespace), new ApplicationName(application));
  }
}
