package io.landbridge.store;

import io.landbridge.command.Publication;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Keys whose order as bytes is the order of their parts, one part after the other, so that records
 * with the same leading parts lie side by side.
 *
 * <p>A text is its UTF-8 bytes, ended by {@code 00 01}; a zero byte inside is written {@code 00
 * FF}. No text can therefore run into the next part, whatever it contains (the tuple encoding of
 * FoundationDB uses the same device).
 */
final class Keys {

  private static final int USUAL_LENGTH = 160;
  private static final String SIGNER = "signer";

  private byte[] bytes = new byte[USUAL_LENGTH];
  private int length;

  private Keys() {}

  static byte[] of(InstanceKey key) {
    return new Keys().with(key).toByteArray();
  }

  /** The start of the keys of all instances and publications of an application. */
  static byte[] of(ApplicationKey application) {
    return new Keys().with(application).toByteArray();
  }

  /** The start of the keys of all instances of an application in one group. */
  static byte[] of(ServiceKey service) {
    return new Keys()
        .with(service.namespace().value())
        .with(service.name())
        .with(service.group())
        .toByteArray();
  }

  static byte[] of(ApplicationKey application, Publication.Id id) {
    return new Keys().with(application).with(id.kind().ordinal()).with(id.name()).toByteArray();
  }

  static byte[] of(MetadataRevision revision) {
    return new Keys().with(revision.value()).toByteArray();
  }

  /** The revision whose key this is; what a document hashes to is not always the same text. */
  static MetadataRevision revision(byte[] key) {
    // Printable, so without the zero bytes that would be written in another way.
    return new MetadataRevision(new String(key, 0, key.length - 2, StandardCharsets.UTF_8));
  }

  /** The start of the index entries of all instances of a member. */
  static byte[] of(MemberId member) {
    return new Keys().with(member.address()).toByteArray();
  }

  /** The index entry of an instance: its key follows {@link #of(MemberId)}. */
  static byte[] of(MemberId member, InstanceKey key) {
    return new Keys().with(member.address()).with(key).toByteArray();
  }

  /** The count of the instances of an application that have a revision. */
  static byte[] of(ApplicationKey application, MetadataRevision revision) {
    return new Keys().with(application).with(revision.value()).toByteArray();
  }

  /** The start of the keys of the mapping of a namespace. */
  static byte[] of(NamespaceId namespace) {
    return new Keys().with(namespace.value()).toByteArray();
  }

  /** The start of the keys of the mapping of one interface. */
  static byte[] of(NamespaceId namespace, String serviceInterface) {
    return new Keys().with(namespace.value()).with(serviceInterface).toByteArray();
  }

  /** One application in the mapping of one interface. */
  static byte[] of(ApplicationKey application, String serviceInterface) {
    return new Keys()
        .with(application.namespace().value())
        .with(serviceInterface)
        .with(application.name().value())
        .toByteArray();
  }

  static byte[] of(ImportedInstance.Key key) {
    return new Keys()
        .with(key.service().namespace().value())
        .with(key.service().group())
        .with(key.service().name())
        .with(key.cluster())
        .with(key.ip())
        .with(key.port())
        .toByteArray();
  }

  /** The start of the keys of all imported instances of a service. */
  static byte[] ofImported(ServiceKey service) {
    return new Keys()
        .with(service.namespace().value())
        .with(service.group())
        .with(service.name())
        .toByteArray();
  }

  /** The key of the one record of the bridge. */
  static byte[] ofBridge() {
    return new Keys().with("bridge").toByteArray();
  }

  /** The key of what is required of signatures. */
  static byte[] ofRequirement() {
    return new Keys().with("signatures").toByteArray();
  }

  /** The key of what a member has signed. */
  static byte[] ofSigner(MemberId member) {
    return new Keys().with(SIGNER).with(member.address()).toByteArray();
  }

  /** The start of the keys of what members have signed. */
  static byte[] ofSigners() {
    return new Keys().with(SIGNER).toByteArray();
  }

  /** The first place behind a key and all keys that begin with it; the key ends with a text. */
  static byte[] behind(byte[] key) {
    byte[] place = key.clone();
    // 00 02 ends no text and comes before what may follow a zero byte inside a text.
    place[place.length - 1] = 2;
    return place;
  }

  /** The first place behind a whole key. */
  static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  private Keys with(InstanceKey key) {
    return with(key.application()).with(key.group()).with(key.ip()).with(key.port());
  }

  private Keys with(ApplicationKey application) {
    return with(application.namespace().value()).with(application.name().value());
  }

  private Keys with(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    // Every byte may be a zero; then comes the end.
    makeRoom(2 * utf8.length + 2);
    for (byte each : utf8) {
      bytes[length++] = each;
      if (each == 0) {
        bytes[length++] = (byte) 0xFF;
      }
    }
    bytes[length++] = 0;
    bytes[length++] = 1;
    return this;
  }

  /** The sign bit is flipped, so that negative numbers come first. */
  private Keys with(int number) {
    makeRoom(Integer.BYTES);
    ByteBuffer.wrap(bytes).putInt(length, number ^ Integer.MIN_VALUE);
    length += Integer.BYTES;
    return this;
  }

  private void makeRoom(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }

  private byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }
}
