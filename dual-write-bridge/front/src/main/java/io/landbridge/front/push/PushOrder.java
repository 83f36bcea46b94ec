package io.landbridge.front.push;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * In which order the subscribers of a service are sent it: a few of each address that listens at
 * once, the others when nothing else is to be done. Nobody who subscribes often, or with addresses
 * that do not listen, is in the way of anybody else.
 *
 * @param prompt those who do not wait
 * @param later the others, those who listen first
 */
record PushOrder(List<Subscription> prompt, List<Subscription> later) {

  /** Several clients on a host, each with a few selections of clusters. */
  static final int PROMPT_PER_ADDRESS = 16;

  private record Turn(Subscription of, boolean listening, int number) {}

  static PushOrder of(Collection<Subscription> subscriptions) {
    Map<InetAddress, Integer> listening = new HashMap<>();
    Map<InetAddress, Integer> unheard = new HashMap<>();
    List<Subscription> prompt = new ArrayList<>();
    List<Turn> waiting = new ArrayList<>();
    for (Subscription each : subscriptions) {
      boolean listens = each.peer().isListening();
      int number =
          (listens ? listening : unheard).merge(each.key().peer().getAddress(), 1, Integer::sum);
      if (listens && number <= PROMPT_PER_ADDRESS) {
        prompt.add(each);
      } else {
        waiting.add(new Turn(each, listens, number));
      }
    }
    waiting.sort(Comparator.comparing(Turn::listening).reversed().thenComparingInt(Turn::number));
    return new PushOrder(prompt, waiting.stream().map(Turn::of).toList());
  }
}
