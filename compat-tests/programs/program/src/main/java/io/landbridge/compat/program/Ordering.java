package io.landbridge.compat.program;

import demo.Order;
import demo.OrderService;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

final class Ordering implements OrderService {

  private final String run;

  Ordering(String run) {
    this.run = run;
  }

  @Override
  public Order find(long id) {
    Order order = new Order();
    order.setId(id);
    order.setTotal(BigDecimal.valueOf(id).movePointLeft(2));
    order.setLines(new ArrayList<>(List.of("first of " + id, "second of " + id)));
    order.setRun(run);
    return order;
  }

  @Override
  public List<Order> list(int n) {
    List<Order> orders = new ArrayList<>();
    for (int id = 1; id <= n; id++) {
      orders.add(find(id));
    }
    return orders;
  }
}
