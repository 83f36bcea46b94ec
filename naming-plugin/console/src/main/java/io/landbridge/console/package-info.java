/**
 * The console page: static files, with the headers they are served with. The server adapters map
 * their paths; what the page shows comes from the admin API, with the permission that needs.
 */
@NullMarked
package io.landbridge.console;

import org.jspecify.annotations.NullMarked;
