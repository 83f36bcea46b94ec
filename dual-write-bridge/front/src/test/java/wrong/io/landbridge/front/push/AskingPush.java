package wrong.io.landbridge.front.push;

import java.net.http.HttpClient;

/** A push over HTTP. */
public record AskingPush(HttpClient http) {}
