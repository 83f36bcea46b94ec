package wrong.io.landbridge.host.registry;

import io.landbridge.service.Administration;

/** A registry that knows what administrators ask. */
public record ServedRegistry(Administration it) {}
