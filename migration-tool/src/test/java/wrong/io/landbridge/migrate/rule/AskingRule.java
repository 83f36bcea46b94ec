package wrong.io.landbridge.migrate.rule;

import io.landbridge.registry.Registry;

/** A rule that looks for itself. */
public record AskingRule(Registry registry) {}
