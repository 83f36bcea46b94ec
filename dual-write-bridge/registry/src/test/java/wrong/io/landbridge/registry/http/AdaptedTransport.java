package wrong.io.landbridge.registry.http;

import io.landbridge.registry.nacos1.Nacos1Registry;

/** A transport that knows what is sent over it. */
public record AdaptedTransport(Nacos1Registry registry) {}
