package wrong.io.landbridge.bridge.exports;

import io.landbridge.bridge.imports.ImportProgress;

/** Exports that know how far the imports are. */
public record ImportingExports(ImportProgress it) {}
