package wrong.io.landbridge.host.nacos3.front;

import io.landbridge.host.http.AdminApi;

/** A front for clients that serves administrators. */
public record AdministeringFront(AdminApi api) {}
