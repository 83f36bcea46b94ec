package io.landbridge.front.nacos3;

import com.alibaba.nacos.auth.HttpProtocolAuthService;
import com.alibaba.nacos.auth.annotation.Secured;
import com.alibaba.nacos.auth.config.NacosAuthConfig;
import com.alibaba.nacos.auth.config.NacosAuthConfigHolder;
import com.alibaba.nacos.auth.serveridentity.ServerIdentityResult;
import com.alibaba.nacos.core.auth.NacosServerAuthConfig;
import com.alibaba.nacos.plugin.auth.api.AuthResult;
import com.alibaba.nacos.plugin.auth.api.IdentityContext;
import com.alibaba.nacos.plugin.auth.api.Permission;
import com.alibaba.nacos.plugin.auth.api.Resource;
import com.alibaba.nacos.plugin.auth.constant.ActionTypes;
import com.alibaba.nacos.plugin.auth.constant.SignType;
import com.alibaba.nacos.plugin.auth.exception.AccessException;
import io.landbridge.front.RefusedException;
import io.landbridge.front.V1Operation;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask what: by the rules of the server's own controllers of 1.x, and judged by the server's
 * own authentication, whatever plugin that is.
 */
final class FrontAccess {

  private static final int FORBIDDEN = 403;

  /** Under which the server's authentication keeps the name of a user. */
  private static final String USER = "identity_id";

  private final NacosAuthConfig config;
  private final HttpProtocolAuthService authentication;
  private final Secured read;
  private final Secured write;
  private final Secured readConfigs;
  private final Secured writeConfigs;

  /** Carries what the server's controllers of 1.x say of their methods. */
  private interface Rules {

    @Secured(action = ActionTypes.READ)
    void read();

    @Secured(action = ActionTypes.WRITE)
    void write();

    @Secured(action = ActionTypes.READ, signType = SignType.CONFIG)
    void readConfigs();

    @Secured(action = ActionTypes.WRITE, signType = SignType.CONFIG)
    void writeConfigs();
  }

  FrontAccess() {
    config =
        NacosAuthConfigHolder.getInstance()
            .getNacosAuthConfigByScope(NacosServerAuthConfig.NACOS_SERVER_AUTH_SCOPE);
    authentication = new HttpProtocolAuthService(config);
    authentication.initialize();
    read = rule("read");
    write = rule("write");
    readConfigs = rule("readConfigs");
    writeConfigs = rule("writeConfigs");
  }

  private static Secured rule(String name) {
    return Arrays.stream(Rules.class.getDeclaredMethods())
        .filter(each -> each.getName().equals(name))
        .map((Method each) -> each.getAnnotation(Secured.class))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no rule " + name));
  }

  /** Whether it must be looked at requests at all. */
  boolean isOn() {
    return config.isAuthEnabled();
  }

  /**
   * Checks a request.
   *
   * @param request with the parameters by which the server knows service and client
   * @throws RefusedException if it is not allowed
   */
  void check(V1Operation.Access access, HttpServletRequest request) throws RefusedException {
    if (access == V1Operation.Access.OPEN || !isOn()) {
      return;
    }
    check(access == V1Operation.Access.READ ? read : write, request);
  }

  /**
   * Checks a request for configurations.
   *
   * @param request with the parameters by which the server knows the configuration
   * @return the name of the client's user; empty if the server knows none
   * @throws RefusedException if it is not allowed
   */
  String checkConfigs(V1Operation.Access access, HttpServletRequest request)
      throws RefusedException {
    return check(access == V1Operation.Access.READ ? readConfigs : writeConfigs, request);
  }

  private String check(Secured rule, HttpServletRequest request) throws RefusedException {
    try {
      ServerIdentityResult member = authentication.checkServerIdentity(request, rule);
      switch (member.getStatus()) {
        case FAIL -> throw new RefusedException(FORBIDDEN, member.getMessage());
        case MATCHED -> {
          // One of the cluster.
          return "";
        }
        default -> {
          return judge(rule, request);
        }
      }
    } catch (AccessException e) {
      throw new RefusedException(FORBIDDEN, e.getErrMsg());
    }
  }

  private String judge(Secured rule, HttpServletRequest request)
      throws AccessException, RefusedException {
    if (!authentication.enableAuth(rule)) {
      return "";
    }
    Resource resource = authentication.parseResource(request, rule);
    IdentityContext identity = authentication.parseIdentity(request);
    require(authentication.validateIdentity(identity, resource));
    require(
        authentication.validateAuthority(
            identity, new Permission(resource, rule.action().toString())));
    @Nullable Object user = identity.getParameter(USER);
    return user == null ? "" : user.toString();
  }

  private static void require(AuthResult result) throws RefusedException {
    if (!result.isSuccess()) {
      throw new RefusedException(FORBIDDEN, result.format());
    }
  }
}
