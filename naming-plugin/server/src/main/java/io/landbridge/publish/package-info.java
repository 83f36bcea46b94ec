/**
 * Writes what application-level consumers read from the configuration center, and takes it back:
 * metadata documents, and the mappings from interfaces to applications.
 *
 * <p>{@code Publisher} is the order of the writes, {@code RequiredConfigurations} says what must be
 * there, {@code MappingContent} is the text of a mapping, and {@code LostNames} repairs a mapping
 * that somebody else has overwritten.
 */
@NullMarked
package io.landbridge.publish;

import org.jspecify.annotations.NullMarked;
