package wrong.io.landbridge.front.nacos3;

import io.landbridge.host.http.AdminApi;

/** A front for clients that serves administrators. */
public record AdministeringFront(AdminApi api) {}
