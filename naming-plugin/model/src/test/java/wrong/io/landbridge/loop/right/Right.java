package wrong.io.landbridge.loop.right;

import java.util.List;
import wrong.io.landbridge.loop.left.Left;

/** The other half of a cycle of packages. */
public record Right(List<Left> lefts) {}
