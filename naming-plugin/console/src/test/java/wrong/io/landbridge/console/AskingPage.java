package wrong.io.landbridge.console;

import java.net.http.HttpClient;

/** A page that asks. */
public record AskingPage(HttpClient client) {}
