/**
 * Every kind of provider called from every kind of consumer: what is found at which level, by whom,
 * and who answers. {@link io.landbridge.compat.translation.Rules} says what has to happen, and why;
 * {@link io.landbridge.compat.translation.TranslationRuns} makes it happen.
 */
@NullMarked
package io.landbridge.compat.translation;

import org.jspecify.annotations.NullMarked;
