package wrong.io.landbridge.service.unavailable;

import io.landbridge.raft.Catalog;

/** A service that does not run and has a catalog. */
public record CatalogOfNobody(Catalog catalog) {}
