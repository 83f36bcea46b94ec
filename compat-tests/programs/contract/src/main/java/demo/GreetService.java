package demo;

import java.util.List;
import java.util.Map;

/** Offered with group {@code grpA} and version {@code 1.0.0}. */
public interface GreetService {

  /** Returns a greeting that names the run of the provider that answered. */
  String hello(String name);

  /** Returns the sum; primitives take another path through serialisation than objects. */
  int add(int a, int b);

  /** Returns the same map with every list in reverse order. */
  Map<String, List<Integer>> box(Map<String, List<Integer>> content);
}
