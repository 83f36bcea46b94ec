package io.landbridge.service.answer;

/**
 * A metadata document in a list.
 *
 * @param revision the hash its instances carry
 * @param application the application it describes
 * @param services how many services it has, counting each protocol
 */
public record DocumentSummary(String revision, String application, int services) {}
