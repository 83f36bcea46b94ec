package wrong.io.landbridge.document;

import io.landbridge.raft.Catalog;

/** A source of documents that writes to the catalog. */
public record ProposingDocuments(Catalog catalog) {}
