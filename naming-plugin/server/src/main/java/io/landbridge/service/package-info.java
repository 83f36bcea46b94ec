/**
 * What an operator can ask for: switching applications, status, inventory, backup, and the care of
 * the log.
 *
 * <p>{@code Administration}, {@code BridgeAdministration} and {@code Maintenance} are the ports
 * that the admin API asks. {@code CatalogAdministration} and {@code CatalogMaintenance} answer
 * here, the bridge answers for itself.
 */
@NullMarked
package io.landbridge.service;

import org.jspecify.annotations.NullMarked;
