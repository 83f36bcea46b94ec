package io.landbridge.host.nacos3;

import com.alibaba.nacos.auth.annotation.Secured;
import com.alibaba.nacos.core.context.RequestContextHolder;
import com.alibaba.nacos.plugin.auth.api.IdentityContext;
import com.alibaba.nacos.plugin.auth.constant.ActionTypes;
import com.alibaba.nacos.plugin.auth.constant.ApiType;
import com.alibaba.nacos.plugin.auth.constant.Constants;
import com.alibaba.nacos.plugin.auth.constant.SignType;
import io.landbridge.admin.AdminPaths;
import io.landbridge.host.http.AdminApi;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.context.request.async.DeferredResult;

/** The paths of the admin API and who may ask them. */
@RestController
@RequestMapping(AdminPaths.ROOT)
public class AdminController {

  /** The server's own authorisation opens resources under this prefix to administrators only. */
  static final String RESOURCE = "console/landbridge";

  private final AdminApi api;

  AdminController(AdminApi api) {
    this.api = api;
  }

  /** Answers what is only read. */
  @GetMapping({
    AdminPaths.STATUS,
    AdminPaths.GROUP,
    AdminPaths.BACKUP,
    AdminPaths.CONFIGURATION,
    AdminPaths.APPLICATIONS,
    AdminPaths.APPLICATION,
    AdminPaths.INSTANCES,
    AdminPaths.DOCUMENTS,
    AdminPaths.DOCUMENT,
    AdminPaths.MAPPINGS,
    AdminPaths.MAPPING,
    AdminPaths.CONSUMERS,
    AdminPaths.LOSSES,
    AdminPaths.DIGESTS,
    AdminPaths.BRIDGE,
    AdminPaths.DIFFERENCES,
  })
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE,
      apiType = ApiType.ADMIN_API)
  public ResponseEntity<String> read(HttpMethod method, WebRequest request) {
    return api.read(method, request);
  }

  /** Waits for changes. */
  @GetMapping(AdminPaths.WATCH)
  @Secured(
      action = ActionTypes.READ,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE,
      apiType = ApiType.ADMIN_API)
  public DeferredResult<ResponseEntity<String>> watch(HttpMethod method, WebRequest request) {
    return api.watch(method, request);
  }

  /** Answers what changes something. */
  @PutMapping({
    AdminPaths.RESTORE,
    AdminPaths.SUSPENSION,
    AdminPaths.SKIPPED_ENTRY,
    AdminPaths.SIGNATURES,
    AdminPaths.CONFIGURATION,
    AdminPaths.TRANSLATION,
    AdminPaths.AUDIENCE,
    AdminPaths.BRIDGE,
  })
  @Secured(
      action = ActionTypes.WRITE,
      signType = SignType.SPECIFIED,
      resource = AdminController.RESOURCE,
      apiType = ApiType.ADMIN_API)
  public ResponseEntity<String> write(HttpMethod method, WebRequest request, InputStream body) {
    return api.write(method, request, body, user());
  }

  /** The server leaves the user it has let pass with the request's context. */
  private static @Nullable Object user() {
    @Nullable IdentityContext identity =
        RequestContextHolder.getContext().getAuthContext().getIdentityContext();
    return identity == null ? null : identity.getParameter(Constants.Identity.IDENTITY_ID);
  }
}
