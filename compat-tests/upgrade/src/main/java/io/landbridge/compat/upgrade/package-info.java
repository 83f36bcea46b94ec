/**
 * Carries out the runbook of an upgrade in place, as it stands in the documentation, while clients
 * work, and judges what they and an auditor saw.
 */
@NullMarked
package io.landbridge.compat.upgrade;

import org.jspecify.annotations.NullMarked;
