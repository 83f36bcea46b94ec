package io.landbridge.migrate.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The file: one JSON object per line. The first says what it is and where it comes from, each of
 * the others is a part of one application as a server gave it, and the last counts them and has the
 * SHA-256 of all bytes before it.
 */
final class BackupFormat {

  /** The version this program writes, and the newest it reads. */
  static final int VERSION = 1;

  static final String KIND = "landbridge-backup";

  /** A part has at most 512 KiB before it is written in Base64. */
  static final int MAX_LINE_BYTES = 1024 * 1024;

  static final ObjectMapper JSON = new ObjectMapper();

  private BackupFormat() {}

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static String line(JsonNode node) {
    try {
      return JSON.writeValueAsString(node) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }
}
