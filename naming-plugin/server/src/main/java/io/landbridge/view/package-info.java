/**
 * Derived instances, computed on demand from the catalog ({@code CatalogView}), and imported
 * instances beside them ({@code ImportedView}).
 */
@NullMarked
package io.landbridge.view;

import org.jspecify.annotations.NullMarked;
