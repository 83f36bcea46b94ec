package wrong.io.landbridge.work;

import io.landbridge.model.ApplicationKey;

/** Work that knows what it is done for. */
public record NamedWork(ApplicationKey application) {}
