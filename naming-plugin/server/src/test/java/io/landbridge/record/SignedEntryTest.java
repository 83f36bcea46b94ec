package io.landbridge.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.model.MemberId;
import io.landbridge.record.SignedEntry.Signer;
import io.landbridge.state.Samples;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class SignedEntryTest {

  private static final EntryKey KEY = EntryKey.of("serverIdentity", "a secret");
  private static final Signer BOB = new Signer(Samples.BOB, 1700000000000L, 7);
  private static final byte[] INNER =
      CommandCodec.encode(new SwitchTranslation(Samples.SHOP, true, false, 99));

  /** The bytes as they were written first: they are in logs, and never change. */
  @Test
  void theFirstBytesAreStillWritten() {
    assertThat(HexFormat.of().formatHex(SignedEntry.sign(KEY, 42, BOB, INNER)))
        .isEqualTo(
            "025b645473494191a2f005f4359876d4f41c969d7bb753cb09a5ac740a958832ec42079df8"
                + "0b9f42ca3d8579f9880782e1caa789870000018bcfe5680000000000000000070d31302e302e302e323a38383438"
                + HexFormat.of().formatHex(INNER));
  }

  @Test
  void whatWasSignedIsRead() throws Exception {
    SignedEntry read = SignedEntry.read(SignedEntry.sign(KEY, 42, BOB, INNER)).orElseThrow();

    assertThat(read.key()).isEqualTo(KEY.id());
    assertThat(read.signer()).isEqualTo(BOB);
    assertThat(read.inner()).isEqualTo(INNER);
    assertThat(read.isSignedWith(KEY, 42)).isTrue();
  }

  @Test
  void anEntryThatNobodySignedIsNoSignedOne() throws Exception {
    assertThat(SignedEntry.read(INNER)).isEmpty();
    assertThat(SignedEntry.read(new byte[0])).isEmpty();
    assertThat(SignedEntry.read(Frames.ofFormat(9, INNER))).isEmpty();
  }

  @Test
  void anotherKeyOrRequirementDoesNotFit() throws Exception {
    SignedEntry read = SignedEntry.read(SignedEntry.sign(KEY, 42, BOB, INNER)).orElseThrow();

    assertThat(read.isSignedWith(KEY, 43)).isFalse();
    assertThat(read.isSignedWith(EntryKey.of("serverIdentity", "another"), 42)).isFalse();
    assertThat(read.isSignedWith(EntryKey.of("otherIdentity", "a secret"), 42)).isFalse();
  }

  /** Whatever is changed, with a checksum that fits: the signature does not. */
  @Test
  void noByteCanBeChanged() {
    byte[] payload = Frames.payload(SignedEntry.sign(KEY, 42, BOB, INNER));
    for (int i = 0; i < payload.length; i++) {
      byte[] changed = payload.clone();
      changed[i] ^= 4;
      assertThat(isTaken(changed)).as("byte %d", i).isFalse();
    }
    assertThat(isTaken(Arrays.copyOf(payload, payload.length - 1))).isFalse();
    assertThat(isTaken(Arrays.copyOf(payload, payload.length + 1))).isFalse();
    assertThat(isTaken(payload)).isTrue();
  }

  private static boolean isTaken(byte[] payload) {
    try {
      return SignedEntry.read(Frame.wrap((byte) 2, payload))
          .filter(read -> read.isSignedWith(KEY, 42))
          .isPresent();
    } catch (UnreadableRecordException e) {
      return false;
    }
  }

  @Test
  void whatIsTooShortIsDamaged() {
    for (int length = 0; length < 60; length++) {
      byte[] entry = Frame.wrap((byte) 2, new byte[length]);
      assertThatThrownBy(() -> SignedEntry.read(entry))
          .isInstanceOfSatisfying(
              UnreadableRecordException.class, e -> assertThat(e.isNewer()).isFalse());
    }
  }

  @Test
  void theLongestOverheadIsNotExceeded() {
    Signer longest = new Signer(new MemberId("a".repeat(255)), Long.MAX_VALUE, 1);

    assertThat(SignedEntry.sign(KEY, 42, longest, INNER))
        .hasSize(INNER.length + SignedEntry.MAX_OVERHEAD);
  }

  @Test
  void aKeyIsShownByItsIdAlone() {
    String secret = KEY.toSecret();

    assertThat(EntryKey.ofSecret(secret).toSecret()).isEqualTo(secret);
    assertThat(secret).doesNotContain("a secret");
    assertThat(KEY).hasToString("key " + KEY.id());
    assertThatThrownBy(() -> EntryKey.ofSecret(secret.replace('0', 'x').replace('1', 'x')))
        .isInstanceOf(IllegalArgumentException.class)
        .hasNoCause();
  }
}
