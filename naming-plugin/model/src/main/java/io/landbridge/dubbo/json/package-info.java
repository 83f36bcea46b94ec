/** Metadata documents as the JSON that Dubbo reads and writes; the only place that sees Jackson. */
@NullMarked
package io.landbridge.dubbo.json;

import org.jspecify.annotations.NullMarked;
