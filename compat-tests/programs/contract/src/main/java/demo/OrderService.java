package demo;

import java.util.List;

/** Offered with version {@code 2.0.0} and no group. */
public interface OrderService {

  /** Returns the order of this number. */
  Order find(long id);

  /** Returns the first {@code n} orders, numbered from 1. */
  List<Order> list(int n);
}
