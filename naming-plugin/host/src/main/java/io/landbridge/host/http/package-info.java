/** The admin API, but for the annotations by which each line of the server protects it. */
@NullMarked
package io.landbridge.host.http;

import org.jspecify.annotations.NullMarked;
