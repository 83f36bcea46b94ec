/** What the server this plugin runs in tells of its own registrations. */
@NullMarked
package io.landbridge.port;

import org.jspecify.annotations.NullMarked;
