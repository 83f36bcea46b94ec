package wrong.io.landbridge.front.stray;

/** Lives where no row of the table is. */
public record Stray() {}
