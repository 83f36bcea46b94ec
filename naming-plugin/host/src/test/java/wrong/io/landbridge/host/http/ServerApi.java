package wrong.io.landbridge.host.http;

import com.alibaba.nacos.naming.core.v2.ServiceManager;

/** An API that knows the server. */
public record ServerApi(ServiceManager services) {}
