package wrong.io.landbridge.host.logfile;

import com.alibaba.nacos.naming.core.v2.ServiceManager;

/** A log file that needs a server. */
public record ServerLogFile(ServiceManager services) {}
