package wrong.io.landbridge.dubbo;

import java.nio.file.Path;

/** A translation that knows the file system. */
public record FileReader(Path path) {}
