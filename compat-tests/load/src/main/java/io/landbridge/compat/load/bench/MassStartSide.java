package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.load.wire.ServiceName;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Measurements of {@link MassStart} at one server.
 *
 * @param requests that were answered
 * @param lastAnswer seconds until the last of them
 * @param interfaceLevel seconds until the last subscriber knew every address of every interface
 * @param applicationLevel the same of applications; 0 where nobody subscribes to them
 * @param documentsBefore metadata documents in the configuration centre before the clock
 * @param documents the same in the end
 * @param reads units that the plugin read and folded
 * @param puts instances put and released in all claims
 * @param claims proposed
 * @param interfaces what subscribers of interfaces were pushed
 * @param applications what subscribers of applications were pushed
 * @param processorUntilKnown seconds of the server's processor time until everybody knew everything
 * @param processorAll the same until nothing was pushed any more
 * @param addresses that all subscribers know in the end, together
 * @param threads that processor time by group of threads
 * @param moments how it went
 */
record MassStartSide(
    int requests,
    double lastAnswer,
    double interfaceLevel,
    double applicationLevel,
    int documentsBefore,
    int documents,
    long reads,
    long puts,
    long claims,
    Traffic interfaces,
    Traffic applications,
    double processorUntilKnown,
    double processorAll,
    long addresses,
    Map<String, Double> threads,
    List<Moment> moments) {

  private static final double MEGABYTE = 1024.0 * 1024;

  /** Copies the list. */
  MassStartSide {
    moments = List.copyOf(moments);
  }

  /**
   * What was pushed.
   *
   * @param pushes how often
   * @param instances in all of them
   * @param bytes of all of them
   */
  record Traffic(long pushes, long instances, long bytes) {

    static Traffic of(WideSubscribers subscribers, Predicate<ServiceName> services) {
      return new Traffic(
          subscribers.pushes(services),
          subscribers.pushedInstances(services),
          subscribers.pushedBytes(services));
    }

    Traffic less(Traffic before) {
      return new Traffic(
          pushes - before.pushes, instances - before.instances, bytes - before.bytes);
    }

    void addTo(ObjectNode json) {
      json.put("pushes", pushes);
      json.put("pushed_instances", instances);
      json.put("pushed_mb", Percentiles.round(bytes / MEGABYTE));
    }
  }

  /**
   * A moment of it.
   *
   * @param second since the first request
   * @param answered requests
   * @param interfaces subscriptions to interfaces that are complete
   * @param applications subscriptions to applications that are complete
   * @param processor seconds the server has taken
   */
  record Moment(
      double second, int answered, long interfaces, long applications, double processor) {}

  /** The one whose time until everybody knew everything is the median. */
  static MassStartSide middle(List<MassStartSide> sides) {
    return sides.stream()
        .sorted(Comparator.comparingDouble(MassStartSide::allKnown))
        .skip((sides.size() - 1) / 2)
        .findFirst()
        .orElseThrow();
  }

  private double allKnown() {
    return Math.max(interfaceLevel, applicationLevel);
  }

  void addTo(ObjectNode json, boolean plugin) {
    json.put("requests", requests);
    json.put("seconds_until_last_answer", Percentiles.round(lastAnswer));
    json.put("seconds_until_interface_level", Percentiles.round(interfaceLevel));
    json.put("received_addresses", addresses);
    interfaces.addTo(json.putObject("interface_level"));
    json.put("cpu_seconds_until_known", Percentiles.round(processorUntilKnown));
    json.put("cpu_seconds", Percentiles.round(processorAll));
    if (plugin) {
      json.put("seconds_until_application_level", Percentiles.round(applicationLevel));
      json.put("documents_before", documentsBefore);
      json.put("documents", documents);
      json.put("reads", reads);
      json.put("puts", puts);
      json.put("claims", claims);
      applications.addTo(json.putObject("application_level"));
    }
    ObjectNode groups = json.putObject("cpu_by_thread");
    threads.forEach(groups::put);
    for (Moment each : moments) {
      json.withArray("timeline")
          .addObject()
          .put("second", Percentiles.round(each.second()))
          .put("answered", each.answered())
          .put("interface_subscriptions", each.interfaces())
          .put("application_subscriptions", each.applications())
          .put("cpu_seconds", Percentiles.round(each.processor()));
    }
  }

  @Override
  public String toString() {
    return "last answer %.1f s, interface level %.1f s, application level %.1f s, %d documents, CPU %.1f s: %s"
        .formatted(lastAnswer, interfaceLevel, applicationLevel, documents, processorAll, threads);
  }
}
