package io.landbridge.service;

import io.landbridge.dubbo.InterfaceServiceName;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Origin;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.CatalogReader;

/** What an operator has to know of applications with providers in a legacy cluster. */
final class ImportedApplications {

  private final CatalogReader reader;

  ImportedApplications(CatalogReader reader) {
    this.reader = reader;
  }

  /**
   * Whether providers that were imported say they are of an application: they are not folded before
   * it is switched on. Reads all imported providers of the namespace in the worst case.
   */
  boolean isImported(ApplicationKey application) {
    String name = application.name().value();
    return reader.importedServices().keySet().stream()
        .filter(service -> service.namespace().equals(application.namespace()))
        .filter(ImportedApplications::isProviders)
        .anyMatch(
            service ->
                reader.imported(service).stream()
                    .anyMatch(each -> name.equals(each.metadata().get(MetadataKeys.APPLICATION))));
  }

  private static boolean isProviders(ServiceKey service) {
    return service.name().startsWith(InterfaceServiceName.PROVIDERS + ":");
  }

  /** How many instances of an application are registered in the legacy cluster alone. */
  int instances(ApplicationKey application) {
    return reader.bridge().terms().phase().imports()
        ? (int)
            reader.instances(application).stream()
                .filter(each -> each.instance().origin() == Origin.LEGACY_CLUSTER)
                .count()
        : 0;
  }
}
