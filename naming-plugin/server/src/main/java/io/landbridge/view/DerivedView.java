package io.landbridge.view;

import io.landbridge.model.ServiceKey;
import java.util.List;

/** Answers, on request threads, what is to be added to a service. Safe for use from any thread. */
public interface DerivedView {

  /**
   * Whether anything could be added to the service; answered without allocation, so that a service
   * we know nothing of costs nothing.
   *
   * @param service the service
   */
  boolean mayAdd(ServiceKey service);

  /**
   * What is to be added to a service. Never an instance with the ip and port of a native one.
   *
   * @param service the service
   * @param natives what is in it already
   * @return the instances to add, perhaps none
   */
  List<DerivedInstance> additions(ServiceKey service, List<NativeInstance> natives);
}
