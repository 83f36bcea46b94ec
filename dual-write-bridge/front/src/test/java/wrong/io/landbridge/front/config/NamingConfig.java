package wrong.io.landbridge.front.config;

import io.landbridge.model.ServiceKey;

/** A configuration that knows a service. */
public record NamingConfig(ServiceKey service) {}
