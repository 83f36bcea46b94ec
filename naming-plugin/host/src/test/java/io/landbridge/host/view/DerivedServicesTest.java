package io.landbridge.host.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.nacos.api.naming.remote.request.ServiceListRequest;
import com.alibaba.nacos.api.naming.remote.response.ServiceListResponse;
import com.alibaba.nacos.api.remote.request.RequestMeta;
import com.alibaba.nacos.api.remote.response.Response;
import com.alibaba.nacos.core.remote.RequestHandler;
import com.alibaba.nacos.naming.core.v2.ServiceManager;
import com.alibaba.nacos.naming.core.v2.index.ServiceStorage;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.utils.ServiceUtil;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.view.derived.DerivedInstance;
import io.landbridge.view.derived.DerivedView;
import io.landbridge.view.derived.EmptyView;
import io.landbridge.view.derived.NativeInstance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Names of services that exist as a view alone, behind those the server knows. */
class DerivedServicesTest {

  private static final String GROUP = "DEFAULT_GROUP";

  /** The server keeps its services in a static place. */
  private final String namespace = UUID.randomUUID().toString();

  @Property(tries = 300)
  void pagesShowEverythingOnceAndTheServersOwnFirst(
      @ForAll @IntRange(max = 12) int natives,
      @ForAll @IntRange(max = 12) int views,
      @ForAll @IntRange(min = 1, max = 9) int size)
      throws Exception {
    List<String> names = IntStream.range(0, natives).mapToObj(i -> "native-" + i).toList();
    List<String> derived =
        IntStream.range(0, views).mapToObj(i -> "view-%02d".formatted(i)).toList();
    DerivedServiceList list =
        new DerivedServiceList(new Stock(names), services(() -> view(GROUP, derived)));

    List<String> seen = new ArrayList<>();
    for (int page = 1; page <= 25; page++) {
      ServiceListResponse answer =
          (ServiceListResponse) list.handleRequest(request(GROUP, page, size), new RequestMeta());
      assertThat(answer.getCount()).isEqualTo(natives + views);
      assertThat(answer.getServiceNames().size()).isLessThanOrEqualTo(size);
      seen.addAll(answer.getServiceNames());
    }

    List<String> all = new ArrayList<>(names);
    all.addAll(derived);
    assertThat(seen).isEqualTo(all);
  }

  @Example
  void aRefusalStaysARefusal() throws Exception {
    ServiceListResponse refusal = ServiceListResponse.buildFailResponse("no right");
    DerivedServiceList list =
        new DerivedServiceList(
            new Stock(List.of()) {
              @Override
              public Response handleRequest(ServiceListRequest request, RequestMeta meta) {
                return refusal;
              }
            },
            services(() -> view(GROUP, List.of("view"))));

    assertThat(list.handleRequest(request(GROUP, 1, 10), new RequestMeta())).isSameAs(refusal);
    assertThat(refusal.getServiceNames()).isNullOrEmpty();
  }

  @Example
  void onlyTheGroupThatIsAskedFor() throws Exception {
    DerivedServiceList list =
        new DerivedServiceList(
            new Stock(List.of()), services(() -> view("OTHER_GROUP", List.of("view"))));

    assertThat(names(list, GROUP)).isEmpty();
    assertThat(names(list, "OTHER_GROUP")).containsExactly("view");
  }

  @Example
  void whatTheServerKnowsIsNotNamedTwice() throws Exception {
    ServiceManager.getInstance().getSingleton(Service.newService(namespace, GROUP, "both"));
    DerivedServices services = services(() -> view(GROUP, List.of("both", "view")));

    assertThat(names(new DerivedServiceList(new Stock(List.of("both")), services), GROUP))
        .containsExactly("both", "view");
    assertThat(services.named(Set.of(grouped("both")), namespace, GROUP))
        .containsExactly(grouped("both"), grouped("view"));
    assertThat(services.found(Set.of(grouped("both")), namespace, "iew"))
        .containsExactly(grouped("both"), grouped("view"));
    assertThat(services.found(Set.of(grouped("both")), namespace, "bot"))
        .containsExactly(grouped("both"));
    assertThat(services.find(Service.newService(namespace, GROUP, "both"), (it, data) -> it))
        .isEmpty();
  }

  @Example
  void patternsAreThoseOfTheServersConsole() {
    DerivedServices services = services(() -> view(GROUP, List.of("demo.Order", "demo.Stock")));

    assertThat(matching(services, "", "")).containsExactly("demo.Order", "demo.Stock");
    assertThat(matching(services, "DEFAULT", "Order")).containsExactly("demo.Order");
    assertThat(matching(services, "", "St.ck")).containsExactly("demo.Stock");
    assertThat(matching(services, "OTHER", "")).isEmpty();
    assertThat(matching(services, "", "(")).as("the server refuses it itself").isEmpty();
  }

  @Example
  void aBlankNamespaceHasNoServicesAsInTheServer() {
    assertThat(services(() -> view(GROUP, List.of("view"))).in("")).isEmpty();
  }

  @Example
  void whereNothingIsSwitchedOnTheServersOwnAnswerIsGivenOn() throws Exception {
    DerivedServices services = services(EmptyView::new);
    Collection<String> stock = Set.of(grouped("native"));
    ServiceListResponse answer = ServiceListResponse.buildSuccessResponse(1, List.of("native"));
    DerivedServiceList list =
        new DerivedServiceList(
            new Stock(List.of()) {
              @Override
              public ServiceListResponse handle(ServiceListRequest request, RequestMeta meta) {
                return answer;
              }
            },
            services);

    assertThat(services.named(stock, namespace, GROUP)).isSameAs(stock);
    assertThat(services.found(stock, namespace, "n")).isSameAs(stock);
    assertThat(list.handle(request(GROUP, 1, 10), new RequestMeta())).isSameAs(answer);
  }

  @Example
  void anErrorEndsInTheServersOwnAnswer() throws Exception {
    DerivedServices services =
        services(
            () -> {
              throw new NoClassDefFoundError("on purpose");
            });
    Collection<String> stock = Set.of(grouped("native"));

    assertThat(services.in(namespace)).isEmpty();
    assertThat(services.matching(namespace, "", "")).isEmpty();
    assertThat(services.named(stock, namespace, GROUP)).isSameAs(stock);
    assertThat(services.found(stock, namespace, "")).isSameAs(stock);
    assertThat(services.find(namespace, grouped("view"))).isEmpty();
    assertThat(names(new DerivedServiceList(new Stock(List.of("native")), services), GROUP))
        .containsExactly("native");
  }

  private List<String> matching(DerivedServices services, String group, String name) {
    return services.matching(namespace, group, name).stream().map(Service::getName).toList();
  }

  private List<String> names(DerivedServiceList list, String group) throws Exception {
    return ((ServiceListResponse) list.handleRequest(request(group, 1, 10), new RequestMeta()))
        .getServiceNames();
  }

  private ServiceListRequest request(String group, int page, int size) {
    return new ServiceListRequest(namespace, group, page, size);
  }

  private static String grouped(String name) {
    return GROUP + "@@" + name;
  }

  private static DerivedServices services(Supplier<DerivedView> view) {
    return new DerivedServices(
        view, new ServiceStorage(null, null, null, null), new NamingMetadataManager());
  }

  private static DerivedView view(String group, List<String> names) {
    return new DerivedView() {
      @Override
      public boolean mayAdd(String service) {
        return names.contains(service);
      }

      @Override
      public List<DerivedInstance> additions(ServiceKey service, List<NativeInstance> natives) {
        return List.of();
      }

      @Override
      public SortedSet<ServiceKey> services(NamespaceId namespace) {
        SortedSet<ServiceKey> services = new TreeSet<>();
        names.forEach(each -> services.add(new ServiceKey(namespace, group, each)));
        return services;
      }
    };
  }

  /** The server's handler, without its filters. */
  private static class Stock extends RequestHandler<ServiceListRequest, ServiceListResponse> {

    private final List<String> names;

    Stock(List<String> names) {
      this.names = names;
    }

    @Override
    public Response handleRequest(ServiceListRequest request, RequestMeta meta) {
      return handle(request, meta);
    }

    @Override
    public ServiceListResponse handle(ServiceListRequest request, RequestMeta meta) {
      return ServiceListResponse.buildSuccessResponse(
          names.size(),
          ServiceUtil.pageServiceName(
              request.getPageNo(),
              request.getPageSize(),
              names.stream().map(DerivedServicesTest::grouped).toList()));
    }
  }
}
