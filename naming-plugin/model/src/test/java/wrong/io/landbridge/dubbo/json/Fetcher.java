package wrong.io.landbridge.dubbo.json;

import java.net.URI;

/** A codec that knows the network. */
public record Fetcher(URI source) {}
