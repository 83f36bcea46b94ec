package io.landbridge.migrate.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Hashes content, not text: SHA-256, in lower-case hexadecimal, of compact UTF-8 JSON with the
 * fields in the order the type declares them. Comments, layout and the choice of YAML or JSON do
 * not enter; every value does.
 */
public final class PlanHash {

  private static final JsonMapper CANONICAL =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  private PlanHash() {}

  /** The plan with its own hash. */
  public static Plan seal(Plan plan) {
    return plan.withHash(of(plan));
  }

  /** Whether nothing but the layout was changed since the plan was sealed. */
  public static boolean isIntact(Plan plan) {
    return of(plan).equals(plan.hash());
  }

  /** The hash of a plan; what it holds as hash does not matter. */
  public static String of(Plan plan) {
    return sha256(plan.withHash(""));
  }

  /** The hash of any record. */
  static String sha256(Object content) {
    try {
      byte[] bytes = CANONICAL.writeValueAsString(content).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of values can always be written", e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
