/**
 * What the server's answers, pushes and lists show of derived instances.
 *
 * <p>{@code DerivedServiceStorage} adds them to every read and push of a service; {@code
 * DerivedServices} adds services that exist as a view alone to lists.
 */
@NullMarked
package io.landbridge.host.view;

import org.jspecify.annotations.NullMarked;
