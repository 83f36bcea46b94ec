package io.landbridge.compat.load.migration;

import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.ConsumerSettings;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.client.ProviderSettings;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Dubbo programs like those of {@link Ground} without any registry: the consumers call the
 * providers at their addresses. What happens to their calls, the machine did.
 *
 * <p>Both consumers are of Dubbo 3: one of 2.7 cannot have several addresses without a registry
 * (2.7.23 casts its invoker to a class that it is not), and with one address it does not tell who
 * answered.
 */
final class Control implements AutoCloseable {

  private static final String NO_REGISTRY = "none";

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final List<ProviderProcess> providers = new ArrayList<>();
  private final List<ConsumerProcess> consumers = new ArrayList<>();

  private Control() {}

  /**
   * Starts them, and waits until every call is answered.
   *
   * @param work for their logs
   */
  static Control start(Path work) {
    Control control = new Control();
    try {
      control.provider(DubboLine.DUBBO_2_7_NACOS_2, "control-desk", work);
      control.provider(DubboLine.DUBBO_3_3, "control-shop", work);
      control.consumer(DubboLine.DUBBO_3_3, "control-till", work);
      control.consumer(DubboLine.DUBBO_3_3, "control-kiosk", work);
      Ground.until(
          "every call without a registry is answered",
          () -> control.consumers.stream().allMatch(each -> each.callAll().allAnswered()));
      return control;
    } catch (RuntimeException e) {
      control.close();
      throw e;
    }
  }

  private void provider(DubboLine line, String application, Path work) {
    ProviderProcess process =
        ProviderProcess.start(
            line,
            ProviderSettings.of(NO_REGISTRY, application)
                .withRun(application)
                .withPlainParameter("x", "y"),
            work);
    opened.push(process);
    providers.add(process);
  }

  private void consumer(DubboLine line, String application, Path work) {
    String addresses =
        providers.stream()
            .map(each -> "127.0.0.1:" + each.port("dubbo"))
            .collect(Collectors.joining(","));
    ConsumerProcess process =
        ConsumerProcess.start(
            line,
            ConsumerSettings.of(NO_REGISTRY, application)
                .withDirect(addresses)
                .subscribingAtStart(),
            work);
    opened.push(process);
    consumers.add(process);
  }

  List<ConsumerProcess> consumers() {
    return List.copyOf(consumers);
  }

  /** Their process ids. */
  List<Long> programs() {
    return LongStream.concat(
            providers.stream().map(ProviderProcess::identity).mapToLong(each -> each.pid()),
            consumers.stream().mapToLong(ConsumerProcess::pid))
        .boxed()
        .toList();
  }

  @Override
  public void close() {
    Ground.closeAll(opened);
  }
}
