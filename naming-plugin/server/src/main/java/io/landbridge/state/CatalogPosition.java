package io.landbridge.state;

/**
 * How far a member has applied the log, and a summary that can be compared between members.
 *
 * @param applied number of commands applied since the catalog began
 * @param digest checksum of everything stored, lower-case hexadecimal; two members with the same
 *     {@code applied} must have the same digest
 * @param applications number of applications with instances
 * @param instances number of instances
 * @param documents number of metadata documents
 */
public record CatalogPosition(
    long applied, String digest, int applications, int instances, int documents) {}
