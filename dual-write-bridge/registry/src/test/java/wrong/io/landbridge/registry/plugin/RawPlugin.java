package wrong.io.landbridge.registry.plugin;

import java.net.http.HttpClient;

/** A client without the limits of the transport. */
public record RawPlugin(HttpClient http) {}
