package io.landbridge.observe;

import io.landbridge.document.DocumentSource;
import io.landbridge.dubbo.ApplicationFold;

/**
 * What it takes to understand providers that registered their application themselves.
 *
 * @param fold reads their registrations
 * @param source has, or fetches, their documents
 */
public record ProviderReading(ApplicationFold fold, DocumentSource source) {}
