package io.landbridge.view;

import io.landbridge.view.derived.DerivedInstance;
import java.util.List;

/**
 * What is to be added to a service, as of one state of its application.
 *
 * @param generation the state, as {@link ShownApplication} counts them
 * @param instances the derived instances, sorted by key
 * @param fingerprint equal for equal instances; for different ones it differs, but for one case in
 *     2^64
 * @param bytes about how much heap it takes
 */
record Answer(long generation, List<DerivedInstance> instances, long fingerprint, int bytes) {}
