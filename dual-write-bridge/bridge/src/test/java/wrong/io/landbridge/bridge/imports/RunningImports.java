package wrong.io.landbridge.bridge.imports;

import io.landbridge.plugin.Extension;

/** Imports that know what runs them. */
public record RunningImports(Extension it) {}
