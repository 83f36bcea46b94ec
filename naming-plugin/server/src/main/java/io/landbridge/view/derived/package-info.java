/** The port through which the server asks what a view adds to its services, and its values. */
@NullMarked
package io.landbridge.view.derived;

import org.jspecify.annotations.NullMarked;
