package wrong.io.landbridge.view;

import io.landbridge.raft.Catalog;

/** A view that can propose changes. */
public record ProposingView(Catalog catalog) {}
