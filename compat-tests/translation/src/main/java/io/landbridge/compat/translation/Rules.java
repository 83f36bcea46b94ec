package io.landbridge.compat.translation;

import io.landbridge.compat.translation.Expectation.Answered;
import io.landbridge.compat.translation.Expectation.Nobody;
import io.landbridge.compat.translation.Expectation.Way;
import java.util.Optional;

/**
 * Who finds whom. Written from what Dubbo does, not from what the plugin does.
 *
 * @param translated whether the plugin is there and switched on for all applications
 */
record Rules(boolean translated) {

  static final String NO_TRI = "Dubbo 2 does not speak tri";

  static final String NO_TRI_GO =
      "a reference of dubbo-go is of one protocol, and this one is dubbo";

  private static final String OTHER_NAME_GO =
      "Dubbo 2.6 leaves out what is empty in a name, and dubbo-go does not look for such names";

  static final String UNPROVEN =
      "the revision of dubbo-go before 3.3.2 is no hash of its document, which cannot be checked";

  private static final String OTHER_NAME_26 =
      "Dubbo 2.6 leaves out what is empty in a name, and looks for such names only";

  private static final String OTHER_NAME_33 =
      "Dubbo 2.6 leaves out what is empty in a name, and Dubbo 3.3 does not look for such names"
          + " unless it is told to";

  private static final String NOT_TRANSLATED = "it is registered at the other level only";

  Expectation expect(ProviderKind provider, ConsumerKind consumer, Service service) {
    if (!provider.protocols().dubbo() && !consumer.speaksTri()) {
      return new Nobody(consumer.line().isGo() ? NO_TRI_GO : NO_TRI);
    }
    Optional<Nobody> otherName = otherName(provider, consumer, service);
    if (consumer.looksForInterfaces()
        && provider.registration().interfaces()
        && otherName.isEmpty()) {
      return new Answered(Way.NATIVE);
    }
    if (consumer.looksForApplications() && provider.registration().application()) {
      return new Answered(Way.NATIVE);
    }
    if (translated && consumer.looksForApplications()) {
      return new Answered(Way.UPWARD);
    }
    if (translated && !provider.registration().interfaces()) {
      return provider.isTranslatable() ? new Answered(Way.DOWNWARD) : new Nobody(UNPROVEN);
    }
    return otherName.orElseGet(() -> new Nobody(NOT_TRANSLATED));
  }

  /**
   * Both are at interface level and mean the same service, but not by the same name. Translation is
   * between levels and leaves that as it is.
   */
  private static Optional<Nobody> otherName(
      ProviderKind provider, ConsumerKind consumer, Service service) {
    if (service.oneName() || !provider.registration().interfaces()) {
      return Optional.empty();
    }
    boolean legacy = provider.writesLegacyNames();
    if (legacy && !consumer.readsLegacyNames()) {
      return Optional.of(new Nobody(consumer.line().isGo() ? OTHER_NAME_GO : OTHER_NAME_33));
    }
    if (!legacy && !consumer.readsFourSegments()) {
      return Optional.of(new Nobody(OTHER_NAME_26));
    }
    return Optional.empty();
  }
}
