package io.landbridge.compat.program;

import demo.GreetService;
import demo.Order;
import demo.OrderService;
import demo.PlainService;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One call the consumer can make: a method with fixed arguments, whose answer is checked.
 *
 * @param perform makes the call and returns the answer as text
 */
record Call<T>(ServiceName<T> service, String method, Function<T, String> perform) {

  /** Every method of every service, once. */
  static List<Call<?>> all(Contract contract) {
    return List.of(
        new Call<>(contract.greet(), "hello", Call::hello),
        new Call<>(contract.greet(), "add", Call::add),
        new Call<>(contract.greet(), "box", Call::box),
        new Call<>(contract.order(), "find", Call::find),
        new Call<>(contract.order(), "list", Call::list),
        new Call<>(contract.plain(), "ping", Call::ping));
  }

  /** The name of the interface. */
  String interfaceName() {
    return service.type().getName();
  }

  private static String hello(GreetService service) {
    String answer = service.hello("Ada");
    return checked(answer.startsWith("Hello Ada, "), answer);
  }

  private static String add(GreetService service) {
    int answer = service.add(20, 22);
    return checked(answer == 42, answer);
  }

  private static String box(GreetService service) {
    // Not Map.of and List.of: Hessian would send their serialisation proxies.
    Map<String, List<Integer>> content = new LinkedHashMap<>();
    content.put("odd", new ArrayList<>(List.of(1, 3, 5)));
    Map<String, List<Integer>> answer = service.box(content);
    return checked(answer.equals(Map.of("odd", List.of(5, 3, 1))), answer);
  }

  private static String find(OrderService service) {
    Order answer = service.find(7L);
    return checked(answer.getId() == 7 && answer.getLines().size() == 2, answer);
  }

  private static String list(OrderService service) {
    List<Order> answer = service.list(3);
    return checked(answer.size() == 3 && answer.get(2).getId() == 3, answer);
  }

  private static String ping(PlainService service) {
    String answer = service.ping("ping");
    return checked(answer.startsWith("ping from run "), answer);
  }

  private static String checked(boolean right, Object answer) {
    if (!right) {
      throw new WrongAnswerException(String.valueOf(answer));
    }
    return answer.toString();
  }

  /** The call came back, but not with what the method promises. */
  static final class WrongAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private WrongAnswerException(String answer) {
      super("Wrong answer: " + answer);
    }
  }
}
