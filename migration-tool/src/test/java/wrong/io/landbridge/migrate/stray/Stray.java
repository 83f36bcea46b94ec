package wrong.io.landbridge.migrate.stray;

/** Lives where no row of the table is. */
public record Stray() {}
