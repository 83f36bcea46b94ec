package wrong.io.landbridge.front.poll;

import java.nio.file.Path;

/** A poll with a file. */
public record StoringPoll(Path file) {}
