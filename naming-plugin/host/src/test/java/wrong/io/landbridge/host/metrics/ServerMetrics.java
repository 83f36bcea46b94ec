package wrong.io.landbridge.host.metrics;

import com.alibaba.nacos.naming.core.v2.ServiceManager;

/** Metrics that need a server. */
public record ServerMetrics(ServiceManager services) {}
