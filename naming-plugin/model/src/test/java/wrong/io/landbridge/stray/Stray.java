package wrong.io.landbridge.stray;

/** A class in a package that no table of layers lists. */
public final class Stray {}
