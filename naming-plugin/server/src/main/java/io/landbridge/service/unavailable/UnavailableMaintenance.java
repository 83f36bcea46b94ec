package io.landbridge.service.unavailable;

import io.landbridge.model.NamespaceId;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.Maintenance;
import io.landbridge.service.MemberIdentity;
import io.landbridge.service.answer.BackupPage;
import io.landbridge.service.answer.ConfigurationStatus;
import io.landbridge.service.answer.EntryStatus;
import io.landbridge.service.answer.GroupStatus;
import io.landbridge.service.answer.RestoreOutcome;
import io.landbridge.service.answer.SignatureStatus;
import io.landbridge.service.answer.SuspensionStatus;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The maintenance of a member whose plugin does not run: it is in no group.
 *
 * @param identity the member
 * @param clock milliseconds since 1970
 */
public record UnavailableMaintenance(MemberIdentity identity, LongSupplier clock)
    implements Maintenance {

  @Override
  public GroupStatus group() {
    return new GroupStatus(
        identity.member(),
        "",
        0,
        List.of(),
        List.of(),
        List.of(),
        0,
        0,
        -1,
        clock.getAsLong(),
        false,
        List.of(),
        new SignatureStatus("", ""));
  }

  @Override
  public BackupPage backup(String after, boolean stale) throws AdministrationException {
    throw unavailable();
  }

  @Override
  public RestoreOutcome restore(String entry, boolean dryRun) throws AdministrationException {
    throw unavailable();
  }

  @Override
  public SuspensionStatus suspend(boolean suspended) throws AdministrationException {
    throw unavailable();
  }

  @Override
  public EntryStatus skipEntry(long number, String sha256, List<String> without)
      throws AdministrationException {
    throw unavailable();
  }

  @Override
  public SignatureStatus requireSignatures(boolean required, boolean dryRun)
      throws AdministrationException {
    throw unavailable();
  }

  @Override
  public ConfigurationStatus configuration(NamespaceId namespace, String group, String dataId)
      throws AdministrationException {
    throw unavailable();
  }

  @Override
  public ConfigurationStatus replaceConfiguration(
      NamespaceId namespace, String group, String dataId, String expected, String content)
      throws AdministrationException {
    throw unavailable();
  }

  private static AdministrationException unavailable() {
    return new AdministrationException(
        AdministrationException.Kind.UNAVAILABLE, "the plugin is not running on this member");
  }
}
