/**
 * Answers the requests of the admin API: {@code AdminApi} reads the parameters, asks {@code
 * io.landbridge.service} and writes JSON.
 *
 * <p>The paths come from {@code io.landbridge.admin}. {@code AdminController} of each server line
 * maps them, with the annotations by which that line protects them.
 */
@NullMarked
package io.landbridge.host.http;

import org.jspecify.annotations.NullMarked;
