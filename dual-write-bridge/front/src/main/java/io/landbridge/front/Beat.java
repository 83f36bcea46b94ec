package io.landbridge.front;

import io.landbridge.front.JsonReader.MalformedException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The long form of a beat, which has everything that is needed to register the instance. Nearly
 * always the instance is known, so the metadata is read only when somebody asks for it.
 */
public final class Beat {

  private static final int NONE = -1;

  private final String text;
  private final String ip;
  private final int port;
  private final String cluster;
  private final double weight;
  private final boolean ephemeral;
  private final int metadata;

  private Beat(
      String text,
      String ip,
      int port,
      String cluster,
      double weight,
      boolean ephemeral,
      int metadata) {
    this.text = text;
    this.ip = ip;
    this.port = port;
    this.cluster = cluster;
    this.weight = weight;
    this.ephemeral = ephemeral;
    this.metadata = metadata;
  }

  /**
   * Reads a beat.
   *
   * @param text the JSON object of the parameter {@code beat}
   * @throws RefusedException if it is none, or has no address
   */
  static Beat parse(String text) throws RefusedException {
    try {
      return read(text);
    } catch (MalformedException | NumberFormatException e) {
      throw RefusedException.malformed("the parameter 'beat' is wrong: " + e.getMessage());
    }
  }

  private static Beat read(String text) throws MalformedException, RefusedException {
    @Nullable String ip = null;
    int port = NONE;
    String cluster = "";
    double weight = 1;
    boolean ephemeral = true;
    int metadata = NONE;
    JsonReader in = new JsonReader(text);
    in.beginObject();
    for (boolean first = true; in.hasNext(first); first = false) {
      switch (in.name()) {
        case "ip" -> ip = in.scalar().trim();
        case "port" -> port = Integer.parseInt(in.scalar());
        case "cluster" -> cluster = in.scalar().trim();
        case "weight" -> weight = Double.parseDouble(in.scalar());
        case "ephemeral" -> ephemeral = !in.scalar().equals("false");
        case "metadata" -> {
          metadata = in.position();
          in.skip();
        }
        default -> in.skip();
      }
    }
    in.end();
    if (ip == null || ip.isEmpty() || port == NONE) {
      throw RefusedException.malformed("the parameter 'beat' has no ip or no port");
    }
    return new Beat(text, ip, port, cluster, weight, ephemeral, metadata);
  }

  /** Of the instance. */
  public String ip() {
    return ip;
  }

  /** Of the instance. */
  public int port() {
    return port;
  }

  /** Of the instance; empty if the beat names none. */
  public String cluster() {
    return cluster;
  }

  /** Of the instance; 1 if the beat names none. */
  public double weight() {
    return weight;
  }

  /** Whether the instance lives by its beats. */
  public boolean ephemeral() {
    return ephemeral;
  }

  /**
   * Of the instance.
   *
   * @throws RefusedException if it is no object of texts
   */
  public Map<String, String> metadata() throws RefusedException {
    if (metadata == NONE) {
      return Map.of();
    }
    try {
      return new JsonReader(text, metadata).map();
    } catch (MalformedException e) {
      throw RefusedException.malformed("the metadata of the beat is wrong: " + e.getMessage());
    }
  }
}
