package io.landbridge.host.view;

import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.api.naming.remote.request.ServiceListRequest;
import com.alibaba.nacos.api.naming.remote.response.ServiceListResponse;
import com.alibaba.nacos.api.remote.request.RequestMeta;
import com.alibaba.nacos.api.remote.response.Response;
import com.alibaba.nacos.core.remote.RequestHandler;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import java.util.List;

/**
 * Answers gRPC clients that ask for the names of services: the server's own answer, and after it
 * the services that exist as a view alone.
 *
 * <p>It must wrap the server's handler and not extend it: the server looks for the class of a
 * refusal among the type arguments of its handler's superclass. In a class derived from a handler
 * it finds none, and takes that error for a passed check: a request without a token would be
 * answered.
 */
public final class DerivedServiceList
    extends RequestHandler<ServiceListRequest, ServiceListResponse> {

  private final RequestHandler<ServiceListRequest, ServiceListResponse> stock;
  private final DerivedServices derived;

  public DerivedServiceList(
      RequestHandler<ServiceListRequest, ServiceListResponse> stock, DerivedServices derived) {
    this.stock = stock;
    this.derived = derived;
  }

  @Override
  public Response handleRequest(ServiceListRequest request, RequestMeta meta)
      throws NacosException {
    Response answer = stock.handleRequest(request, meta);
    return answer instanceof ServiceListResponse list ? withViews(request, list) : answer;
  }

  /** Whoever comes this way must not get past what the server checks first. */
  @Override
  public ServiceListResponse handle(ServiceListRequest request, RequestMeta meta)
      throws NacosException {
    return (ServiceListResponse) handleRequest(request, meta);
  }

  private ServiceListResponse withViews(ServiceListRequest request, ServiceListResponse answer) {
    String namespace = request.getNamespace();
    if (!answer.isSuccess() || namespace == null) {
      return answer;
    }
    List<Service> more = derived.in(namespace, request.getGroupName());
    if (more.isEmpty()) {
      return answer;
    }
    return derived.orElse(
        answer,
        () ->
            ServiceListResponse.buildSuccessResponse(
                answer.getCount() + more.size(),
                DerivedServices.page(
                    answer.getServiceNames(),
                    answer.getCount(),
                    more,
                    request.getPageNo(),
                    request.getPageSize(),
                    Service::getName)));
  }
}
