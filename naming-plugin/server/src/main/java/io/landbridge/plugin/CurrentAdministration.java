package io.landbridge.plugin;

import io.landbridge.membership.Formation;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.service.Administration;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.answer.ApplicationStatus;
import io.landbridge.service.answer.Changes;
import io.landbridge.service.answer.ConsumerQuery;
import io.landbridge.service.answer.ConsumerStatus;
import io.landbridge.service.answer.DigestStatus;
import io.landbridge.service.answer.DocumentStatus;
import io.landbridge.service.answer.DocumentSummary;
import io.landbridge.service.answer.EntryStatus;
import io.landbridge.service.answer.InstanceStatus;
import io.landbridge.service.answer.LossStatus;
import io.landbridge.service.answer.MappingStatus;
import io.landbridge.service.answer.Page;
import io.landbridge.service.answer.PageRequest;
import io.landbridge.service.answer.Status;
import io.landbridge.service.answer.SuspensionStatus;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Asks whichever administration is in charge now.
 *
 * @param current that one
 * @param suspension whether the member is suspended, which none of them knows
 * @param entries what the member could not read of the log, likewise
 * @param waiting which members the group waits for, likewise; empty when it does not
 */
record CurrentAdministration(
    Supplier<Administration> current,
    Supplier<SuspensionStatus> suspension,
    Supplier<EntryStatus> entries,
    Supplier<Optional<Formation>> waiting)
    implements Administration {

  @Override
  public Status status() {
    Status status = current.get().status();
    return waiting
        .get()
        .map(formation -> status.waiting(formation.text()))
        .orElse(status)
        .with(suspension.get())
        .with(entries.get());
  }

  @Override
  public OptionalLong applied() {
    return current.get().applied();
  }

  @Override
  public void awaitCommitted() throws AdministrationException {
    current.get().awaitCommitted();
  }

  @Override
  public Page<ApplicationStatus> applications(Optional<NamespaceId> namespace, PageRequest page)
      throws AdministrationException {
    return current.get().applications(namespace, page);
  }

  @Override
  public ApplicationStatus application(ApplicationKey application) throws AdministrationException {
    return current.get().application(application);
  }

  @Override
  public Page<InstanceStatus> instances(ApplicationKey application, PageRequest page)
      throws AdministrationException {
    return current.get().instances(application, page);
  }

  @Override
  public Page<DocumentSummary> documents(PageRequest page) throws AdministrationException {
    return current.get().documents(page);
  }

  @Override
  public DocumentStatus document(MetadataRevision revision) throws AdministrationException {
    return current.get().document(revision);
  }

  @Override
  public Page<MappingStatus> mappings(NamespaceId namespace, PageRequest page)
      throws AdministrationException {
    return current.get().mappings(namespace, page);
  }

  @Override
  public MappingStatus mapping(NamespaceId namespace, String serviceInterface)
      throws AdministrationException {
    return current.get().mapping(namespace, serviceInterface);
  }

  @Override
  public Page<ConsumerStatus> consumers(ConsumerQuery query, PageRequest page)
      throws AdministrationException {
    return current.get().consumers(query, page);
  }

  @Override
  public Page<LossStatus> losses(PageRequest page) throws AdministrationException {
    return current.get().losses(page);
  }

  @Override
  public CompletableFuture<Changes> watch(
      long since, long timeoutMillis, Optional<NamespaceId> namespace)
      throws AdministrationException {
    return current.get().watch(since, timeoutMillis, namespace);
  }

  @Override
  public DigestStatus digest(OptionalLong at) throws AdministrationException {
    return current.get().digest(at);
  }

  @Override
  public ApplicationStatus switchTranslation(
      ApplicationKey application, boolean enabled, boolean force, Audience audience)
      throws AdministrationException {
    return current.get().switchTranslation(application, enabled, force, audience);
  }
}
