/**
 * The catalog as readers see it, and the pure decision of what a command changes ({@code Decider},
 * {@code BridgeDecider}).
 *
 * <p>{@code Disappearances} and {@code DisappearanceListener} are about instances that disappear,
 * not about what cannot be translated; that is {@code io.landbridge.dubbo.Loss}.
 */
@NullMarked
package io.landbridge.state;

import org.jspecify.annotations.NullMarked;
