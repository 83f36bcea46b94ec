package io.landbridge.host.lifecycle;

import com.alibaba.nacos.core.cluster.Member;
import com.alibaba.nacos.naming.core.CatalogServiceV2Impl;
import com.alibaba.nacos.naming.core.ServiceOperatorV2Impl;
import io.landbridge.host.config.ConfigWrites;
import io.landbridge.host.view.DerivedServices;
import io.landbridge.view.derived.Caller;
import java.util.Optional;
import org.springframework.beans.factory.BeanFactory;

/** What is spelled differently on each line of the server. */
public interface ServerSpecifics {

  /**
   * How configurations are written.
   *
   * @param beans the beans of the server's core context
   * @throws ReflectiveOperationException if no known way to write is there
   */
  ConfigWrites configWrites(BeanFactory beans) throws ReflectiveOperationException;

  /**
   * What the server's console and administrators ask, with the services that exist as a view alone.
   *
   * @param beans the beans of the server's core context
   * @param derived these services
   */
  CatalogServiceV2Impl catalogService(BeanFactory beans, DerivedServices derived);

  /**
   * What clients ask for lists and details of services, with those that exist as a view alone.
   *
   * @param beans the beans of the server's core context
   * @param derived these services
   */
  ServiceOperatorV2Impl serviceOperator(BeanFactory beans, DerivedServices derived);

  /**
   * The consumer whose HTTP request for instances is answered on this thread. Empty on all other
   * threads, and where the request is one of the server's console or its administrators.
   */
  Optional<Caller> httpCaller();

  /** Whether the server believes a member to be up. */
  boolean isUp(Member member);
}
