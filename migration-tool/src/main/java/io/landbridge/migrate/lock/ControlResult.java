package io.landbridge.migrate.lock;

/**
 * What control prints.
 *
 * @param order the order that was given: {@code PAUSE}, {@code RESUME}, {@code THROTTLE}, {@code
 *     SKIP} or {@code STOP}
 * @param result {@code CHANGED}, or {@code UNCHANGED} where the run had the order already
 * @param run the run that has the order
 */
public record ControlResult(String order, String result, RunView run) {}
