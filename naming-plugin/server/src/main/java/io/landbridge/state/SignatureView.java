package io.landbridge.state;

import io.landbridge.command.SignatureRequirement;
import io.landbridge.model.MemberId;
import java.util.Optional;

/** What the catalog says of signatures. */
public interface SignatureView {

  /** What entries must be signed with; empty while they need not be signed. */
  Optional<SignatureRequirement> signatures();

  /** What a member has signed since that has been required; empty when nothing. */
  Optional<SignerWindow> signer(MemberId member);
}
