package wrong.io.landbridge.service.answer;

import io.landbridge.store.Store;

/** An answer that reads the store. */
public record ReadingAnswer(Store store) {}
