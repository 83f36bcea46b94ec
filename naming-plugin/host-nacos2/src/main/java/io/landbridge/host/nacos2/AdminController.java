package io.landbridge.host.nacos2;

import com.alibaba.nacos.auth.annotation.Secured;
import com.alibaba.nacos.plugin.auth.constant.ActionTypes;
import com.alibaba.nacos.plugin.auth.constant.SignType;
import io.landbridge.host.http.AdminApi;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

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
  public ResponseEntity<String> status(HttpMethod method) {
    return api.status(method);
  }

  /** Every application. */
  @GetMapping("/applications")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> applications(
      HttpMethod method,
      @Nullable @RequestParam(name = "namespace", required = false) String namespace) {
    return api.applications(method, namespace);
  }

  /** One application. */
  @GetMapping("/application")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> application(
      HttpMethod method,
      @Nullable @RequestParam(name = "namespace", required = false) String namespace,
      @Nullable @RequestParam(name = "application", required = false) String application) {
    return api.application(method, namespace, application);
  }

  /** The instances of one application. */
  @GetMapping("/instances")
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE)
  public ResponseEntity<String> instances(
      HttpMethod method,
      @Nullable @RequestParam(name = "namespace", required = false) String namespace,
      @Nullable @RequestParam(name = "application", required = false) String application) {
    return api.instances(method, namespace, application);
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
}
