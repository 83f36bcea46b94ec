package wrong.io.landbridge.front.forward;

import io.landbridge.front.push.UdpPush;

/** A forwarder that pushes. */
public record PushingForwarder(UdpPush push) {}
