/** What the server's answers, pushes and lists show of derived instances. */
@NullMarked
package io.landbridge.host.view;

import org.jspecify.annotations.NullMarked;
