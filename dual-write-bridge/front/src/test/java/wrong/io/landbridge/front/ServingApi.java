package wrong.io.landbridge.front;

import io.landbridge.front.push.UdpPush;

/** An API that knows how clients are pushed to. */
public record ServingApi(UdpPush push) {}
