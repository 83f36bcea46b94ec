package wrong.io.landbridge.bridge.stray;

/** Lives where no row of the table is. */
public record Stray() {}
