package io.landbridge.host.nacos2;

import com.alibaba.nacos.auth.annotation.Secured;
import com.alibaba.nacos.plugin.auth.constant.ActionTypes;
import com.alibaba.nacos.plugin.auth.constant.Constants;
import com.alibaba.nacos.plugin.auth.constant.SignType;
import io.landbridge.host.http.AdminApi;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.context.request.async.DeferredResult;

/** The paths of the admin API and who may ask them. */
@RestController
@RequestMapping(AdminApi.PATH)
public class AdminController {

  /** The server's own authorisation opens resources under this prefix to administrators only. */
  static final String RESOURCE = "console/landbridge";

  private final AdminApi api;

  AdminController(AdminApi api) {
    this.api = api;
  }

  /** How this member is. */
  @GetMapping("/status")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> status(
      HttpMethod method, @Nullable @RequestParam(name = "read", required = false) String read) {
    return api.status(method, read);
  }

  /** The group as this member sees it. */
  @GetMapping("/group")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> group(HttpMethod method) {
    return api.group(method);
  }

  /** A part of the catalog, for a backup. */
  @GetMapping("/backup")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> backup(
      HttpMethod method,
      @Nullable @RequestParam(name = "after", required = false) String after,
      @Nullable @RequestParam(name = "stale", required = false) String stale) {
    return api.backup(method, after, stale);
  }

  /** Puts a part of a backup back. */
  @PutMapping("/restore")
  @Secured(
      action = ActionTypes.WRITE,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> restore(
      HttpMethod method,
      @Nullable @RequestParam(name = "dryRun", required = false) String dryRun,
      InputStream entry) {
    return api.restore(method, dryRun, entry);
  }

  /** A configuration that migrating needs. */
  @GetMapping("/configuration")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> configuration(
      HttpMethod method,
      @Nullable @RequestParam(name = "namespace", required = false) String namespace,
      @Nullable @RequestParam(name = "group", required = false) String group,
      @Nullable @RequestParam(name = "dataId", required = false) String dataId) {
    return api.configuration(method, namespace, group, dataId);
  }

  /** Writes such a configuration if it still is what it was. */
  @PutMapping("/configuration")
  @Secured(
      action = ActionTypes.WRITE,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> replaceConfiguration(
      HttpMethod method,
      @Nullable @RequestParam(name = "namespace", required = false) String namespace,
      @Nullable @RequestParam(name = "group", required = false) String group,
      @Nullable @RequestParam(name = "dataId", required = false) String dataId,
      @Nullable @RequestParam(name = "expected", required = false) String expected,
      InputStream content) {
    return api.replaceConfiguration(method, namespace, group, dataId, expected, content);
  }

  /** Takes everything derived out of this member's answers, or lets it be shown again. */
  @PutMapping("/suspension")
  @Secured(
      action = ActionTypes.WRITE,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> suspension(
      HttpMethod method,
      @Nullable @RequestParam(name = "suspended", required = false) String suspended) {
    return api.suspension(method, suspended);
  }

  /** Has this member agree to leave out the entry of the log at which it has stopped. */
  @PutMapping("/skipped-entry")
  @Secured(
      action = ActionTypes.WRITE,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> skipEntry(
      HttpMethod method,
      @Nullable @RequestParam(name = "entry", required = false) String entry,
      @Nullable @RequestParam(name = "sha256", required = false) String sha256,
      @Nullable @RequestParam(name = "without", required = false) String without) {
    return api.skipEntry(method, entry, sha256, without);
  }

  /** Every application. */
  @GetMapping("/applications")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> applications(
      HttpMethod method,
      @Nullable @RequestParam(name = "read", required = false) String read,
      @Nullable @RequestParam(name = "namespace", required = false) String namespace,
      @Nullable @RequestParam(name = "limit", required = false) String limit,
      @Nullable @RequestParam(name = "after", required = false) String after) {
    return api.applications(method, read, namespace, limit, after);
  }

  /** One application. */
  @GetMapping("/application")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> application(
      HttpMethod method,
      @Nullable @RequestParam(name = "read", required = false) String read,
      @Nullable @RequestParam(name = "namespace", required = false) String namespace,
      @Nullable @RequestParam(name = "application", required = false) String application) {
    return api.application(method, read, namespace, application);
  }

  /** The instances of one application. */
  @GetMapping("/instances")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> instances(
      HttpMethod method,
      @Nullable @RequestParam(name = "read", required = false) String read,
      @Nullable @RequestParam(name = "namespace", required = false) String namespace,
      @Nullable @RequestParam(name = "application", required = false) String application,
      @Nullable @RequestParam(name = "limit", required = false) String limit,
      @Nullable @RequestParam(name = "after", required = false) String after) {
    return api.instances(method, read, namespace, application, limit, after);
  }

  /** Every metadata document. */
  @GetMapping("/documents")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> documents(
      HttpMethod method,
      @Nullable @RequestParam(name = "read", required = false) String read,
      @Nullable @RequestParam(name = "limit", required = false) String limit,
      @Nullable @RequestParam(name = "after", required = false) String after) {
    return api.documents(method, read, limit, after);
  }

  /** One metadata document. */
  @GetMapping("/document")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> document(
      HttpMethod method,
      @Nullable @RequestParam(name = "read", required = false) String read,
      @Nullable @RequestParam(name = "revision", required = false) String revision) {
    return api.document(method, read, revision);
  }

  /** Which applications have which interface. */
  @GetMapping("/mappings")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> mappings(
      HttpMethod method,
      @Nullable @RequestParam(name = "read", required = false) String read,
      @Nullable @RequestParam(name = "namespace", required = false) String namespace,
      @Nullable @RequestParam(name = "limit", required = false) String limit,
      @Nullable @RequestParam(name = "after", required = false) String after) {
    return api.mappings(method, read, namespace, limit, after);
  }

  /** The applications that have an interface. */
  @GetMapping("/mapping")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> mapping(
      HttpMethod method,
      @Nullable @RequestParam(name = "read", required = false) String read,
      @Nullable @RequestParam(name = "namespace", required = false) String namespace,
      @Nullable @RequestParam(name = "interface", required = false) String serviceInterface) {
    return api.mapping(method, read, namespace, serviceInterface);
  }

  /** Who uses what. */
  @GetMapping("/consumers")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> consumers(
      HttpMethod method,
      @Nullable @RequestParam(name = "read", required = false) String read,
      @Nullable @RequestParam(name = "namespace", required = false) String namespace,
      @Nullable @RequestParam(name = "service", required = false) String service,
      @Nullable @RequestParam(name = "interface", required = false) String serviceInterface,
      @Nullable @RequestParam(name = "application", required = false) String application,
      @Nullable @RequestParam(name = "limit", required = false) String limit,
      @Nullable @RequestParam(name = "after", required = false) String after) {
    return api.consumers(
        method, read, namespace, service, serviceInterface, application, limit, after);
  }

  /** What cannot be translated. */
  @GetMapping("/losses")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> losses(
      HttpMethod method,
      @Nullable @RequestParam(name = "read", required = false) String read,
      @Nullable @RequestParam(name = "limit", required = false) String limit,
      @Nullable @RequestParam(name = "after", required = false) String after) {
    return api.losses(method, read, limit, after);
  }

  /** How far this member is, with the digest of its catalog. */
  @GetMapping("/digests")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> digests(
      HttpMethod method,
      @Nullable @RequestParam(name = "read", required = false) String read,
      @Nullable @RequestParam(name = "at", required = false) String at) {
    return api.digests(method, read, at);
  }

  /** Waits for changes. */
  @GetMapping("/watch")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public DeferredResult<ResponseEntity<String>> watch(
      HttpMethod method,
      @Nullable @RequestParam(name = "read", required = false) String read,
      @Nullable @RequestParam(name = "namespace", required = false) String namespace,
      @Nullable @RequestParam(name = "since", required = false) String since,
      @Nullable @RequestParam(name = "timeoutMillis", required = false) String timeoutMillis) {
    return api.watch(method, read, namespace, since, timeoutMillis);
  }

  /** Switches the translation of one application. */
  @PutMapping("/translation")
  @Secured(
      action = ActionTypes.WRITE,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> translation(
      HttpMethod method,
      @Nullable @RequestParam(name = "namespace", required = false) String namespace,
      @Nullable @RequestParam(name = "application", required = false) String application,
      @Nullable @RequestParam(name = "enabled", required = false) String enabled,
      @Nullable @RequestParam(name = "force", required = false) String force) {
    return api.translation(method, namespace, application, enabled, force);
  }

  /** How the bridge to a legacy cluster stands. */
  @GetMapping("/bridge")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> bridge(HttpMethod method) {
    return api.bridge(method);
  }

  /** Changes what is wanted of the bridge. */
  @PutMapping("/bridge")
  @Secured(
      action = ActionTypes.WRITE,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> changeBridge(
      HttpMethod method,
      WebRequest request,
      @Nullable @RequestParam(name = "phase", required = false) String phase,
      @Nullable @RequestParam(name = "paused", required = false) String paused,
      @Nullable @RequestParam(name = "servers", required = false) String servers,
      @Nullable @RequestParam(name = "username", required = false) String username) {
    return api.changeBridge(
        method, AdminApi.caller(request, user(request)), phase, paused, servers, username);
  }

  /** What is not the same in both clusters. */
  @GetMapping("/bridge/differences")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> bridgeDifferences(
      HttpMethod method,
      @Nullable @RequestParam(name = "cursor", required = false) String cursor,
      @Nullable @RequestParam(name = "limit", required = false) String limit) {
    return api.bridgeDifferences(method, cursor, limit);
  }

  /** The server leaves the name of the user it has let pass with the request's session. */
  private static @Nullable Object user(WebRequest request) {
    return request.getAttribute(Constants.Identity.IDENTITY_ID, RequestAttributes.SCOPE_SESSION);
  }
}
