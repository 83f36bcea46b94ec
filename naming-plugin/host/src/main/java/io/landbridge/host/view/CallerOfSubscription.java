package io.landbridge.host.view;

import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.api.naming.remote.request.SubscribeServiceRequest;
import com.alibaba.nacos.api.naming.remote.response.SubscribeServiceResponse;
import com.alibaba.nacos.api.remote.request.RequestMeta;
import com.alibaba.nacos.api.remote.response.Response;
import com.alibaba.nacos.core.remote.RequestHandler;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import io.landbridge.host.registry.IndexedClients;
import java.util.function.Supplier;

/**
 * Has the server answer gRPC clients that subscribe to a service, with the caller known to the
 * storage.
 *
 * <p>It wraps the server's handler for the reason {@link DerivedServiceList} does.
 */
public final class CallerOfSubscription
    extends RequestHandler<SubscribeServiceRequest, SubscribeServiceResponse> {

  private final RequestHandler<SubscribeServiceRequest, SubscribeServiceResponse> stock;
  private final Callers callers;
  private final Supplier<IndexedClients> clients;

  /**
   * Creates it.
   *
   * @param stock the server's handler
   * @param callers told who asks
   * @param clients knows who a client is
   */
  public CallerOfSubscription(
      RequestHandler<SubscribeServiceRequest, SubscribeServiceResponse> stock,
      Callers callers,
      Supplier<IndexedClients> clients) {
    this.stock = stock;
    this.callers = callers;
    this.clients = clients;
  }

  @Override
  public Response handleRequest(SubscribeServiceRequest request, RequestMeta meta)
      throws NacosException {
    return callers.as(
        () ->
            clients
                .get()
                .caller(
                    request,
                    meta,
                    () ->
                        Service.newService(
                            request.getNamespace(),
                            request.getGroupName(),
                            request.getServiceName())),
        () -> stock.handleRequest(request, meta));
  }

  /** Whoever comes this way must not get past what the server checks first. */
  @Override
  public SubscribeServiceResponse handle(SubscribeServiceRequest request, RequestMeta meta)
      throws NacosException {
    return (SubscribeServiceResponse) handleRequest(request, meta);
  }
}
