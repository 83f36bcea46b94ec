package io.landbridge.front.nacos3.refusal;

import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.api.exception.runtime.NacosRuntimeException;
import com.alibaba.nacos.common.paramcheck.ParamCheckResponse;
import com.alibaba.nacos.common.paramcheck.ParamCheckerManager;
import com.alibaba.nacos.common.paramcheck.ParamInfo;
import com.alibaba.nacos.core.paramcheck.ServerParamCheckConfig;
import io.landbridge.front.RefusedException;
import java.util.List;
import java.util.function.Supplier;

/** What the server refuses, with the status that its own APIs answer. */
public final class ServerRefusals {

  private ServerRefusals() {}

  /** Something the server may refuse. */
  @FunctionalInterface
  public interface Attempt {

    /**
     * Asks the server for it.
     *
     * @throws NacosException if the server refuses
     */
    void run() throws NacosException;
  }

  /**
   * Makes an attempt.
   *
   * @throws RefusedException if the server refuses
   */
  public static void attempt(Attempt attempt) throws RefusedException {
    try {
      attempt.run();
    } catch (NacosException e) {
      throw refused(e.getErrCode(), e);
    } catch (NacosRuntimeException e) {
      throw refused(e.getErrCode(), e);
    } catch (IllegalArgumentException e) {
      throw refused(NacosException.INVALID_PARAM, e);
    }
  }

  /** A refusal with the server's code where that is a status of HTTP. */
  public static RefusedException refused(int code, Exception problem) {
    boolean isStatus = code >= NacosException.INVALID_PARAM && code < 600;
    return new RefusedException(
        isStatus ? code : NacosException.SERVER_ERROR, String.valueOf(problem.getMessage()));
  }

  /**
   * Checks names by the server's rules for clients of its own APIs, unless these are switched off.
   *
   * @param names asked for only if they are checked
   * @throws RefusedException if a name is not allowed
   */
  public static void check(Supplier<ParamInfo> names) throws RefusedException {
    ServerParamCheckConfig config = ServerParamCheckConfig.getInstance();
    if (!config.isParamCheckEnabled()) {
      return;
    }
    ParamCheckResponse answer =
        ParamCheckerManager.getInstance()
            .getParamChecker(config.getActiveParamChecker())
            .checkParamInfoList(List.of(names.get()));
    if (!answer.isSuccess()) {
      throw new RefusedException(NacosException.INVALID_PARAM, String.valueOf(answer.getMessage()));
    }
  }
}
