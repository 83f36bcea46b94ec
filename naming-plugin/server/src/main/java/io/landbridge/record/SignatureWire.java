package io.landbridge.record;

import com.google.protobuf.ByteString;
import io.landbridge.command.Command.RequireSignatures;
import io.landbridge.command.SignatureRequirement;
import io.landbridge.model.MemberId;
import io.landbridge.record.wire.Wire;
import io.landbridge.state.SignerWindow;
import java.math.BigInteger;

/** What concerns signatures, to protobuf messages and back. */
final class SignatureWire {

  private SignatureWire() {}

  static Wire.RequireSignatures requireSignatures(RequireSignatures command) {
    return Wire.RequireSignatures.newBuilder()
        .setExpected(command.expected())
        .setRequirement(requirement(command.requirement()))
        .build();
  }

  static RequireSignatures requireSignatures(Wire.RequireSignatures wire) {
    return new RequireSignatures(wire.getExpected(), requirement(wire.getRequirement()));
  }

  static Wire.StoredRequirement requirement(SignatureRequirement requirement) {
    return Wire.StoredRequirement.newBuilder()
        .setKey(requirement.key())
        .setNonce(requirement.nonce())
        .build();
  }

  static SignatureRequirement requirement(Wire.StoredRequirement wire) {
    return new SignatureRequirement(wire.getKey(), wire.getNonce());
  }

  static Wire.StoredSigner signer(SignerWindow window) {
    return Wire.StoredSigner.newBuilder()
        .setMember(window.signer().address())
        .setStart(window.start())
        .setHighest(window.highest())
        .setSeen(ByteString.copyFrom(window.seen().toByteArray()))
        .build();
  }

  static SignerWindow signer(Wire.StoredSigner wire) {
    if (wire.getSeen().isEmpty()) {
      throw new IllegalArgumentException("a signer without a window");
    }
    return new SignerWindow(
        new MemberId(wire.getMember()),
        wire.getStart(),
        wire.getHighest(),
        new BigInteger(wire.getSeen().toByteArray()));
  }
}
