package wrong.io.landbridge.admin;

import java.net.http.HttpClient;

/** A definition that asks. */
public record ServedEndpoint(HttpClient client) {}
