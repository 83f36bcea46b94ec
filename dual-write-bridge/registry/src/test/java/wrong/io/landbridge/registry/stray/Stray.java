package wrong.io.landbridge.registry.stray;

/** Lives where no row of the table is. */
public record Stray() {}
