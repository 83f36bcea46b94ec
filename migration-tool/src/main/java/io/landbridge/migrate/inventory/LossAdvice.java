package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.Loss;

/**
 * How bad a loss is and what to do about it; the page of losses for operators says the same.
 *
 * @param severity how bad it is
 * @param advice what to do
 */
record LossAdvice(Severity severity, String advice) {

  /** Of a kind that the plugin knows and this version does not. */
  static final LossAdvice UNKNOWN =
      warning("this command does not know the kind of this loss: update the command");

  static LossAdvice of(Loss.Kind kind) {
    return switch (kind) {
      case NO_APPLICATION ->
          warning(
              "set dubbo.application.name in the provider; until then application-level consumers"
                  + " do not find the provider");
      case BAD_APPLICATION ->
          warning(
              "change dubbo.application.name to letters, digits, '.', '_' and '-'; the current name"
                  + " is never published");
      case BAD_NAMESPACE ->
          warning(
              "register the providers in a namespace whose id has letters, digits, '_' and '-'"
                  + " only; nothing can be published in the current namespace");
      case BAD_SERVICE ->
          warning(
              "change interface, version or group to letters, digits, '.', '_' and '-', at most 500"
                  + " in total, in the settings of the registering process");
      case UNREADABLE ->
          warning(
              "the service could not be read; remove it if it is unused, or check the log of the"
                  + " server");
      case NO_PROTOCOL ->
          warning(
              "set the protocol in the provider; without a protocol no consumer can call the"
                  + " provider");
      case BAD_PROTOCOL -> warning("correct the name of the provider's protocol");
      case BAD_PORT -> warning("let the provider register its listening port");
      case TOO_LARGE ->
          warning(
              "remove parameters from the provider's settings, or offer fewer services per"
                  + " provider");
      case FOREIGN_INTERFACE ->
          warning(
              "find the registering process: the metadata names another interface than the"
                  + " service");
      case FOREIGN_VERSION ->
          warning(
              "find the registering process: no consumer accepts the instance, because version or"
                  + " group in its metadata differ from its service");
      case CUSTOM_PATH ->
          warning(
              "remove the path from the provider's settings, or keep the service's consumers at"
                  + " interface level");
      case CONFLICT ->
          warning(
              "give each process its own address, and wait until old registrations of the address"
                  + " have expired");
      case OLDER_FORMAT ->
          warning("remove registry-type=service from the provider's registry address");
      case UNPROVEN_REVISION ->
          warning(
              "update dubbo-go to 3.3.2 or later, or let the provider register its interfaces as"
                  + " well");
      case NO_SERVICES -> info("no action needed: the instance offers no service");
      case BAD_REVISION ->
          warning(
              "find the registering process: no release of Dubbo 3 registers"
                  + " such an instance");
      case BAD_ENDPOINTS ->
          warning("find the registering process: dubbo.endpoints must list ports and protocols");
      case BAD_METADATA_SERVICE ->
          warning(
              "find the registering process, or let the provider publish its metadata"
                  + " (metadata-type=remote)");
      case NO_DOCUMENT ->
          warning(
              "see the reason: if the provider was not reached, allow the servers to connect to its"
                  + " port or let it publish its metadata (metadata-type=remote); if the document"
                  + " cannot be verified, let the provider register its interfaces as well");
      case TRIPLE_ONLY ->
          info("offer the protocol 'dubbo' as well while Dubbo 2.x consumers exist");
      case FOREIGN_INSTANCES ->
          warning(
              "rename the application or the other service, or use 'landbridge apply --force'"
                  + " if sharing the name is intended");
      case NEW_SERIALIZATION ->
          info(
              "remove 'serialization' from the provider's settings while Dubbo 2.x consumers"
                  + " exist");
      case NEW_EXTENSION ->
          info("set the extension in the consumers that have it, not in the provider");
    };
  }

  private static LossAdvice warning(String advice) {
    return new LossAdvice(Severity.WARNING, advice);
  }

  private static LossAdvice info(String advice) {
    return new LossAdvice(Severity.INFO, advice);
  }
}
