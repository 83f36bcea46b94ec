package io.landbridge.compat.program;

import demo.GreetService;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class Greeting implements GreetService {

  private final String run;

  Greeting(String run) {
    this.run = run;
  }

  @Override
  public String hello(String name) {
    return "Hello " + name + ", this is run " + run;
  }

  @Override
  public int add(int a, int b) {
    return a + b;
  }

  @Override
  public Map<String, List<Integer>> box(Map<String, List<Integer>> content) {
    Map<String, List<Integer>> reversed = new LinkedHashMap<>();
    content.forEach(
        (key, values) -> {
          List<Integer> backwards = new ArrayList<>(values);
          Collections.reverse(backwards);
          reversed.put(key, backwards);
        });
    return reversed;
  }
}
