package wrong.io.landbridge.registry;

import java.net.http.HttpClient;

/** A port that knows how it is reached. */
public record HttpPort(HttpClient http) {}
