package wrong.io.landbridge.registry.nacos1;

import io.landbridge.registry.nacos3.Nacos3Registry;

/** An adapter that knows another one. */
public record Sibling(Nacos3Registry registry) {}
