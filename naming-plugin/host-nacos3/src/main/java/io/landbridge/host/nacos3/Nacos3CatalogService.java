package io.landbridge.host.nacos3;

import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.api.model.Page;
import com.alibaba.nacos.api.naming.pojo.ServiceInfo;
import com.alibaba.nacos.api.naming.pojo.maintainer.ClusterInfo;
import com.alibaba.nacos.api.naming.pojo.maintainer.ServiceDetailInfo;
import com.alibaba.nacos.api.naming.pojo.maintainer.ServiceView;
import com.alibaba.nacos.common.utils.JacksonUtils;
import com.alibaba.nacos.naming.core.v2.index.ServiceStorage;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.host.view.DerivedCatalogService;
import io.landbridge.host.view.DerivedServices;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The catalog of the 3.x line, with the services that exist as a view alone. */
final class Nacos3CatalogService extends DerivedCatalogService {

  Nacos3CatalogService(
      ServiceStorage storage, NamingMetadataManager edits, DerivedServices derived) {
    super(storage, edits, derived);
  }

  @Override
  public ServiceDetailInfo getServiceDetail(String namespace, String group, String name)
      throws NacosException {
    Optional<ServiceDetailInfo> found =
        derived.find(
            Service.newService(namespace, group, name),
            (view, data) -> ServiceDetails.of(view, data, derived));
    return found.isPresent() ? found.get() : super.getServiceDetail(namespace, group, name);
  }

  @Override
  public Page<ServiceView> listService(
      String namespace, String group, String name, int page, int size, boolean ignoreEmpty)
      throws NacosException {
    return withViews(
        super.listService(namespace, group, name, page, size, ignoreEmpty),
        derived.matching(namespace, group, name),
        page,
        size,
        this::view);
  }

  @Override
  public Page<ServiceDetailInfo> pageListServiceDetail(
      String namespace, String group, String name, int page, int size) throws NacosException {
    return withViews(
        super.pageListServiceDetail(namespace, group, name, page, size),
        derived.matching(namespace, group, name),
        page,
        size,
        this::withHosts);
  }

  private <T> Page<T> withViews(
      Page<T> stock, List<Service> more, int page, int size, Function<Service, T> describe) {
    if (more.isEmpty()) {
      return stock;
    }
    return derived.orElse(
        stock,
        () -> {
          int total = stock.getTotalCount() + more.size();
          Page<T> answer = new Page<>();
          answer.setPageNumber(page);
          answer.setTotalCount(total);
          // As the server counts them, one too many for a list that fills its last page.
          answer.setPagesAvailable(total / size + 1);
          answer.setPageItems(
              DerivedServices.page(
                  stock.getPageItems(), stock.getTotalCount(), more, page, size, describe));
          return answer;
        });
  }

  private ServiceDetailInfo withHosts(Service service) {
    Map<String, ClusterInfo> clusters = new LinkedHashMap<>();
    DerivedServices.byCluster(derived.data(service))
        .forEach(
            (label, instances) -> {
              ClusterInfo cluster = new ClusterInfo();
              cluster.setHosts(instances);
              clusters.put(label, cluster);
            });
    ServiceDetailInfo detail = new ServiceDetailInfo();
    detail.setServiceName(service.getName());
    detail.setGroupName(service.getGroup());
    detail.setMetadata(derived.metadata(service).getExtendData());
    detail.setClusterMap(clusters);
    return detail;
  }

  private ServiceView view(Service service) {
    ServiceInfo data = derived.data(service);
    ServiceView view = new ServiceView();
    view.setName(service.getName());
    view.setGroupName(service.getGroup());
    view.setClusterCount(DerivedServices.clusters(data).size());
    view.setIpCount(data.ipCount());
    view.setHealthyInstanceCount(DerivedServices.healthy(data));
    view.setTriggerFlag(String.valueOf(derived.isBelowThreshold(service, data)));
    return view;
  }

  @Override
  protected JsonNode entry(Service service) {
    return JacksonUtils.transferToJsonNode(view(service));
  }
}
