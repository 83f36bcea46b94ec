package io.landbridge.demo;

import java.util.concurrent.CountDownLatch;
import org.apache.dubbo.common.Version;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ServiceConfig;

/** Offers {@link Orders} as an old application does: on Dubbo 2.7, which registers interfaces. */
public final class Provider {

  private static final int PORT = 20880;

  private Provider() {}

  /**
   * Runs until it is ended.
   *
   * @param args the servers
   * @throws InterruptedException if its thread is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    Surroundings surroundings = Surroundings.of(args);
    surroundings.await();
    ServiceConfig<Orders> service = new ServiceConfig<>();
    service.setInterface(Orders.class);
    service.setRef(
        number -> "order %d is confirmed by Dubbo %s".formatted(number, Version.getVersion()));
    surroundings
        .dubbo("orders")
        .protocol(new ProtocolConfig("dubbo", PORT))
        .service(service)
        .start();
    System.out.println("offers " + Orders.class.getName());
    new CountDownLatch(1).await();
  }
}
