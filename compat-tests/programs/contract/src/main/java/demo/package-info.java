/**
 * The services of the demonstration: one with group and version, one with a version only, one with
 * neither, because the three are named differently in the registry.
 *
 * <p>Plain Java on purpose: these types go over the wire of every Dubbo version under test.
 */
package demo;
