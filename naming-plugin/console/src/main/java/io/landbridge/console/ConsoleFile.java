package io.landbridge.console;

import java.util.Map;

/**
 * A file of the page. Immutable: nobody changes the content.
 *
 * @param contentType the value of the header {@code Content-Type}
 * @param headers the other headers
 * @param content the bytes
 */
@SuppressWarnings("ArrayRecordComponent")
public record ConsoleFile(String contentType, Map<String, String> headers, byte[] content) {

  /** Copies the headers. */
  public ConsoleFile {
    headers = Map.copyOf(headers);
  }
}
