package wrong.io.landbridge.model;

/** A name that says nothing. */
public final class ServiceUtil {}
