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
      warning("see what is said of it; this command does not know the kind: update it");

  static LossAdvice of(Loss.Kind kind) {
    return switch (kind) {
      case NO_APPLICATION ->
          warning(
              "set dubbo.application.name in the provider; consumers at application level do not"
                  + " find it before");
      case BAD_APPLICATION ->
          warning(
              "change dubbo.application.name to letters, digits, '.', '_' and '-'; it is never"
                  + " published as it is");
      case BAD_SERVICE ->
          warning(
              "change interface, version or group to letters, digits, '.', '_' and '-', together at"
                  + " most 500, in the settings of who registered it");
      case UNREADABLE ->
          warning(
              "nothing of this service was read; take it away if nobody uses it, or see the log of"
                  + " the server");
      case NO_PROTOCOL ->
          warning("let the provider name its protocol; nobody can call it as it is");
      case BAD_PROTOCOL -> warning("correct the name of the provider's protocol");
      case BAD_PORT -> warning("let the provider register the port it listens at");
      case TOO_LARGE ->
          warning("take parameters out of the provider's settings, or let it offer fewer services");
      case FOREIGN_INTERFACE ->
          warning(
              "find out who registered it: its metadata are of another interface than its service");
      case FOREIGN_VERSION ->
          warning(
              "find out who registered it: no consumer takes it, since version or group in its"
                  + " metadata are not those of its service");
      case CUSTOM_PATH ->
          warning(
              "take the path out of the provider's settings, or leave the service's consumers at"
                  + " interface level");
      case CONFLICT ->
          warning(
              "let each process have an address of its own, and wait until an old registration of"
                  + " the address is gone");
      case OLDER_FORMAT ->
          warning("take registry-type=service out of the provider's registry address");
      case UNPROVEN_REVISION -> warning("let the provider register its interfaces as well");
      case NO_SERVICES -> info("nothing is lost: it offers nothing");
      case BAD_REVISION -> warning("find out who registered it: no release of Dubbo 3 does so");
      case BAD_ENDPOINTS ->
          warning("find out who registered it: dubbo.endpoints has to list ports and protocols");
      case BAD_METADATA_SERVICE ->
          warning(
              "find out who registered it, or let the provider publish its metadata"
                  + " (metadata-type=remote)");
      case NO_DOCUMENT ->
          warning(
              "let servers reach the provider's port, or let it publish its metadata"
                  + " (metadata-type=remote)");
      case TRIPLE_ONLY ->
          info("let the provider offer 'dubbo' as well while there are consumers of Dubbo 2.x");
      case FOREIGN_INSTANCES ->
          warning("rename one of the two, or 'landbridge apply --force' if that is meant");
      case NEW_SERIALIZATION ->
          info(
              "take 'serialization' out of the provider's settings while there are consumers of"
                  + " Dubbo 2.x");
      case NEW_EXTENSION ->
          info("set it in those consumers that have the extension, not in the provider");
    };
  }

  private static LossAdvice warning(String advice) {
    return new LossAdvice(Severity.WARNING, advice);
  }

  private static LossAdvice info(String advice) {
    return new LossAdvice(Severity.INFO, advice);
  }
}
