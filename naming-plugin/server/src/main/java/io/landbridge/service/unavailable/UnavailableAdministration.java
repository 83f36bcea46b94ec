package io.landbridge.service.unavailable;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.service.Administration;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.MemberIdentity;
import io.landbridge.service.answer.ApplicationStatus;
import io.landbridge.service.answer.Changes;
import io.landbridge.service.answer.ConsumerQuery;
import io.landbridge.service.answer.ConsumerStatus;
import io.landbridge.service.answer.DigestStatus;
import io.landbridge.service.answer.DocumentStatus;
import io.landbridge.service.answer.DocumentSummary;
import io.landbridge.service.answer.EntryStatus;
import io.landbridge.service.answer.HeldStatus;
import io.landbridge.service.answer.InstanceStatus;
import io.landbridge.service.answer.LossStatus;
import io.landbridge.service.answer.MappingStatus;
import io.landbridge.service.answer.Page;
import io.landbridge.service.answer.PageRequest;
import io.landbridge.service.answer.Status;
import io.landbridge.service.answer.SuspensionStatus;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** Answers status, and refuses everything else with the reason it cannot be answered. */
public final class UnavailableAdministration implements Administration {

  private final Status status;
  private final String refusal;

  private UnavailableAdministration(Status status, String refusal) {
    this.status = status;
    this.refusal = refusal;
  }

  /**
   * The answers of a member whose plugin is off.
   *
   * @param identity the member
   * @param reason why it is off and what to do
   */
  public static UnavailableAdministration disabled(MemberIdentity identity, String reason) {
    return new UnavailableAdministration(
        status(Status.State.DISABLED, identity, reason),
        "Landbridge is disabled on " + identity.member() + ": " + reason);
  }

  /**
   * The answers of a member that is still starting.
   *
   * @param identity the member
   */
  public static UnavailableAdministration starting(MemberIdentity identity) {
    return new UnavailableAdministration(
        status(Status.State.STARTING, identity, "the server is starting"),
        "the server is starting; try again in a few seconds");
  }

  private static Status status(Status.State state, MemberIdentity identity, String reason) {
    return new Status(
        state,
        reason,
        identity.pluginVersion(),
        identity.server(),
        identity.member(),
        false,
        false,
        Optional.empty(),
        List.of(),
        0,
        HeldStatus.NONE,
        SuspensionStatus.NONE,
        EntryStatus.NONE);
  }

  @Override
  public Status status() {
    return status;
  }

  @Override
  public OptionalLong applied() {
    return OptionalLong.empty();
  }

  @Override
  public void awaitCommitted() throws AdministrationException {
    throw unavailable();
  }

  @Override
  public Page<ApplicationStatus> applications(Optional<NamespaceId> namespace, PageRequest page)
      throws AdministrationException {
    throw unavailable();
  }

  @Override
  public ApplicationStatus application(ApplicationKey application) throws AdministrationException {
    throw unavailable();
  }

  @Override
  public Page<InstanceStatus> instances(ApplicationKey application, PageRequest page)
      throws AdministrationException {
    throw unavailable();
  }

  @Override
  public Page<DocumentSummary> documents(PageRequest page) throws AdministrationException {
    throw unavailable();
  }

  @Override
  public DocumentStatus document(MetadataRevision revision) throws AdministrationException {
    throw unavailable();
  }

  @Override
  public Page<MappingStatus> mappings(NamespaceId namespace, PageRequest page)
      throws AdministrationException {
    throw unavailable();
  }

  @Override
  public MappingStatus mapping(NamespaceId namespace, String serviceInterface)
      throws AdministrationException {
    throw unavailable();
  }

  @Override
  public Page<ConsumerStatus> consumers(ConsumerQuery query, PageRequest page)
      throws AdministrationException {
    throw unavailable();
  }

  @Override
  public Page<LossStatus> losses(PageRequest page) throws AdministrationException {
    throw unavailable();
  }

  @Override
  public CompletableFuture<Changes> watch(
      long since, long timeoutMillis, Optional<NamespaceId> namespace)
      throws AdministrationException {
    throw unavailable();
  }

  @Override
  public DigestStatus digest(OptionalLong at) throws AdministrationException {
    throw unavailable();
  }

  @Override
  public ApplicationStatus switchTranslation(
      ApplicationKey application, boolean enabled, boolean force, Audience audience)
      throws AdministrationException {
    throw unavailable();
  }

  private AdministrationException unavailable() {
    return new AdministrationException(AdministrationException.Kind.UNAVAILABLE, refusal);
  }
}
