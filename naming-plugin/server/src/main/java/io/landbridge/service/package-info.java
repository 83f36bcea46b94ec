/** What an operator can ask for: switching applications, status, inventory. */
@NullMarked
package io.landbridge.service;

import org.jspecify.annotations.NullMarked;
