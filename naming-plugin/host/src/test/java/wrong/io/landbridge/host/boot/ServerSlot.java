package wrong.io.landbridge.host.boot;

import com.alibaba.nacos.naming.core.v2.ServiceManager;

/** A start that links to the server before its symbols are checked. */
public record ServerSlot(ServiceManager services) {}
