package io.landbridge.service;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.service.answer.ApplicationStatus;
import io.landbridge.service.answer.Changes;
import io.landbridge.service.answer.ConsumerQuery;
import io.landbridge.service.answer.ConsumerStatus;
import io.landbridge.service.answer.DigestStatus;
import io.landbridge.service.answer.DocumentStatus;
import io.landbridge.service.answer.DocumentSummary;
import io.landbridge.service.answer.InstanceStatus;
import io.landbridge.service.answer.LossStatus;
import io.landbridge.service.answer.MappingStatus;
import io.landbridge.service.answer.Page;
import io.landbridge.service.answer.PageRequest;
import io.landbridge.service.answer.Status;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * What an operator can ask of one member; the answers are plain values that any front end can
 * print. Safe for use from any thread. Reads are local: they tell what this member has applied;
 * only {@link #awaitCommitted}, {@link #digest} and {@link #switchTranslation} wait.
 */
public interface Administration {

  /** How this member is. */
  Status status();

  /**
   * How many entries of the log this member has applied; a read after this call reflects at least
   * these. Empty while the plugin is off.
   */
  OptionalLong applied();

  /**
   * Waits until this member has applied everything that was committed, through whichever member,
   * before the call, so that the reads after it are linearizable. Takes one round to a majority.
   *
   * @throws AdministrationException of kind {@code UNAVAILABLE} when no majority answers, or this
   *     member does not catch up, in five seconds
   */
  void awaitCommitted() throws AdministrationException;

  /**
   * Applications of a namespace, sorted by namespace and name.
   *
   * @param namespace the namespace, or empty for all
   * @param page which part
   * @throws AdministrationException of kind {@code UNAVAILABLE} while the plugin is off
   * @throws IllegalArgumentException if the page is none of this list
   */
  Page<ApplicationStatus> applications(Optional<NamespaceId> namespace, PageRequest page)
      throws AdministrationException;

  /**
   * One application.
   *
   * @throws AdministrationException of kind {@code NOT_FOUND} when the catalog does not have it
   */
  ApplicationStatus application(ApplicationKey application) throws AdministrationException;

  /**
   * Instances of one application, in an order that is always the same.
   *
   * @param application the application
   * @param page which part
   * @throws AdministrationException of kind {@code NOT_FOUND} when the catalog does not have it
   * @throws IllegalArgumentException if the page is none of this list
   */
  Page<InstanceStatus> instances(ApplicationKey application, PageRequest page)
      throws AdministrationException;

  /**
   * Metadata documents, sorted by revision.
   *
   * @param page which part
   * @throws AdministrationException of kind {@code UNAVAILABLE} while the plugin is off
   * @throws IllegalArgumentException if the page is none of this list
   */
  Page<DocumentSummary> documents(PageRequest page) throws AdministrationException;

  /**
   * One metadata document.
   *
   * @throws AdministrationException of kind {@code NOT_FOUND} when the catalog does not have it
   */
  DocumentStatus document(MetadataRevision revision) throws AdministrationException;

  /**
   * Which applications have which interface, in an order that is always the same.
   *
   * @param namespace the namespace
   * @param page which part
   * @throws AdministrationException of kind {@code UNAVAILABLE} while the plugin is off
   * @throws IllegalArgumentException if the page is none of this list
   */
  Page<MappingStatus> mappings(NamespaceId namespace, PageRequest page)
      throws AdministrationException;

  /**
   * The applications that have an interface.
   *
   * @param namespace the namespace
   * @param serviceInterface the Java interface, without group and version
   * @throws AdministrationException of kind {@code NOT_FOUND} when there is none
   */
  MappingStatus mapping(NamespaceId namespace, String serviceInterface)
      throws AdministrationException;

  /**
   * The clients that subscribed to services through this member, sorted by service.
   *
   * @param query whose
   * @param page which part
   * @throws AdministrationException of kind {@code UNAVAILABLE} while the plugin is off
   * @throws IllegalArgumentException if the page is none of this list
   */
  Page<ConsumerStatus> consumers(ConsumerQuery query, PageRequest page)
      throws AdministrationException;

  /**
   * What this member's clients registered and cannot be translated, or not fully, sorted by
   * service; up to 10,000 are kept.
   *
   * @param page which part
   * @throws AdministrationException of kind {@code UNAVAILABLE} while the plugin is off
   * @throws IllegalArgumentException if the page is none of this list
   */
  Page<LossStatus> losses(PageRequest page) throws AdministrationException;

  /**
   * Waits for changes; see {@link ChangeWatch#watch}.
   *
   * @throws AdministrationException of kind {@code UNAVAILABLE} while the plugin is off, or when
   *     too many wait already
   */
  CompletableFuture<Changes> watch(long since, long timeoutMillis, Optional<NamespaceId> namespace)
      throws AdministrationException;

  /**
   * The digest of this member's catalog.
   *
   * @param at after how many entries, which may be a few more than are applied yet; empty for now
   * @throws AdministrationException of kind {@code UNAVAILABLE} when the member does not get there
   *     in five seconds, of kind {@code CONFLICT} when that is too long ago to be known
   */
  DigestStatus digest(OptionalLong at) throws AdministrationException;

  /**
   * Switches the translation of an application; returns once the switch is committed, not once all
   * its effects are visible, which {@link #application} tells.
   *
   * @param application the application
   * @param enabled the wanted state
   * @param force translate although foreign instances share the service name
   * @param audience which consumer processes are shown its derived instances
   * @throws AdministrationException when the application is unknown, foreign instances are in the
   *     way, a member cannot show it to some consumers first, or the group has no leader
   */
  ApplicationStatus switchTranslation(
      ApplicationKey application, boolean enabled, boolean force, Audience audience)
      throws AdministrationException;

  /** The same, and shows everybody. */
  default ApplicationStatus switchTranslation(
      ApplicationKey application, boolean enabled, boolean force) throws AdministrationException {
    return switchTranslation(application, enabled, force, Audience.WHOLE);
  }
}
