package wrong.io.landbridge.registry.nacos3;

import io.landbridge.registry.nacos1.Nacos1Registry;

/** An adapter that knows another one. */
public record Sibling(Nacos1Registry registry) {}
