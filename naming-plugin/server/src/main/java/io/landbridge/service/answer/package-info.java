/** What requests of operators are answered with, and what they ask for: values. */
@NullMarked
package io.landbridge.service.answer;

import org.jspecify.annotations.NullMarked;
