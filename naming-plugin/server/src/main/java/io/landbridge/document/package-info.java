/**
 * Gets the metadata documents that providers which register their application keep to themselves:
 * from the configuration center, or by asking one of the providers.
 */
@NullMarked
package io.landbridge.document;

import org.jspecify.annotations.NullMarked;
