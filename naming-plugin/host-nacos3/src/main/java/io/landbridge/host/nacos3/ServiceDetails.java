package io.landbridge.host.nacos3;

import com.alibaba.nacos.api.naming.pojo.ServiceInfo;
import com.alibaba.nacos.api.naming.pojo.maintainer.ClusterInfo;
import com.alibaba.nacos.api.naming.pojo.maintainer.ServiceDetailInfo;
import com.alibaba.nacos.naming.core.v2.metadata.ClusterMetadata;
import com.alibaba.nacos.naming.core.v2.metadata.ServiceMetadata;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import io.landbridge.host.view.DerivedServices;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the 3.x line tells of a service, for one that exists as a view alone. */
final class ServiceDetails {

  private ServiceDetails() {}

  static ServiceDetailInfo of(Service service, ServiceInfo data, DerivedServices derived) {
    ServiceMetadata edits = derived.metadata(service);
    Map<String, ClusterInfo> clusters = new LinkedHashMap<>();
    for (String each : DerivedServices.clusters(data)) {
      ClusterMetadata metadata = DerivedServices.metadata(edits, each);
      ClusterInfo cluster = new ClusterInfo();
      cluster.setClusterName(each);
      cluster.setHealthChecker(metadata.getHealthChecker());
      cluster.setMetadata(metadata.getExtendData());
      cluster.setUseInstancePortForCheck(metadata.isUseInstancePortForCheck());
      cluster.setHealthyCheckPort(metadata.getHealthyCheckPort());
      clusters.put(each, cluster);
    }
    ServiceDetailInfo detail = new ServiceDetailInfo();
    detail.setNamespaceId(service.getNamespace());
    detail.setGroupName(service.getGroup());
    detail.setServiceName(service.getName());
    detail.setProtectThreshold(edits.getProtectThreshold());
    detail.setMetadata(edits.getExtendData());
    detail.setSelector(edits.getSelector());
    detail.setClusterMap(clusters);
    detail.setEphemeral(DerivedServices.isEphemeral(data));
    return detail;
  }
}
