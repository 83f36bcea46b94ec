package wrong.io.landbridge.loop.left;

import wrong.io.landbridge.loop.right.Right;

/** One half of a cycle of packages. */
public record Left(Right right) {}
