package wrong.io.landbridge.view.derived;

import io.landbridge.state.CatalogReader;

/** Values that read the catalog. */
public record ReadingInstances(CatalogReader reader) {}
