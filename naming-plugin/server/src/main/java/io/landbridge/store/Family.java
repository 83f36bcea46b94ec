package io.landbridge.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The column families. Their names and order are part of the format. */
enum Family {
  /**
   * What the database says of itself ({@link Meta}). RocksDB's default family, the one that can be
   * opened without knowing what others a newer format may have.
   */
  META("default", false),
  /** Instance key to instance. */
  INSTANCES("instances", true),
  /** Metadata revision to document. */
  METADATA("metadata", true),
  /**
   * Metadata revision to the number of records that refer to it; apart from the documents, which
   * are large and never change.
   */
  REFERENCES("references", true),
  /** Application and publication id to publication. */
  PUBLICATIONS("publications", true),
  /** Application to its switch. */
  TRANSLATIONS("translations", true),
  /** Member to its newest epoch. */
  OWNERS("owners", true),
  /** Index without values: member and instance key of each instance the member owns. */
  OWNED("owned", false),
  /** Index: application and metadata revision to the number of its instances that have it. */
  REVISIONS("revisions", false),
  /**
   * Index: namespace, interface and application to the number of the application's revisions, of
   * those with instances, that have the interface.
   */
  MAPPING("mapping", false),
  /** Service, cluster, ip and port to an instance of the legacy cluster. */
  IMPORTED("imported", true),
  /**
   * What concerns the whole: how the bridge stands, what is required of signatures, and what each
   * member has signed since.
   */
  BRIDGE("bridge", true);

  private final String text;
  private final boolean content;

  Family(String text, boolean content) {
    this.text = text;
    this.content = content;
  }

  byte[] nameBytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The families whose records are the content, and are in its checksum. */
  static List<Family> content() {
    return Arrays.stream(values()).filter(family -> family.content).toList();
  }
}
