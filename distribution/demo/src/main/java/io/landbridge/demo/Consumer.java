package io.landbridge.demo;

import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.rpc.RpcException;

/**
 * Calls {@link Orders} once a second and prints each call. It is on Dubbo 3 and prefers providers
 * that are registered as an application; until there are any it calls those it finds by interface.
 */
public final class Consumer {

  private static final long BETWEEN_MILLIS = 1_000;
  private static final int ANSWER_MILLIS = 10_000;

  private Consumer() {}

  /**
   * Runs until it is ended.
   *
   * @param args the servers
   * @throws InterruptedException if its thread is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    Surroundings surroundings = Surroundings.of(args);
    surroundings.await();
    surroundings.dubbo("basket").start();
    ReferenceConfig<Orders> reference = new ReferenceConfig<>();
    reference.setInterface(Orders.class);
    reference.setCheck(false);
    reference.setRetries(0);
    reference.setTimeout(ANSWER_MILLIS);
    Orders orders = reference.get();
    boolean answered = false;
    for (int number = 1; ; number++) {
      try {
        // The filter prints it: only there is known how the provider was found.
        orders.confirm(number);
        answered = true;
      } catch (RpcException e) {
        // The provider starts at the same time.
        System.out.println(
            answered
                ? "call %d FAILED: %s".formatted(number, e.getMessage())
                : "call %d: no provider yet".formatted(number));
      }
      Thread.sleep(BETWEEN_MILLIS);
    }
  }
}
