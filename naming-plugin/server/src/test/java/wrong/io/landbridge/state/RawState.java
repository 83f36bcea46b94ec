package wrong.io.landbridge.state;

import com.google.protobuf.ByteString;

/** A decision that knows the bytes it is stored as. */
public record RawState(ByteString bytes) {}
