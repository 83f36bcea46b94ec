package io.landbridge.compat.program;

/**
 * Why Dubbo did not make a call.
 *
 * @param noProvider whether the registry lists none
 * @param error the class of the exception, and Dubbo's code
 */
public record Refusal(boolean noProvider, String error) {}
