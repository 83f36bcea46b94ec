package wrong.io.landbridge.registry.connect;

import java.net.http.HttpClient;

/** A probe without the limits of the transport. */
public record RawProbe(HttpClient http) {}
