package io.landbridge.host.nacos;

import com.alibaba.nacos.core.cluster.Member;
import org.springframework.beans.factory.BeanFactory;

/** What is spelled differently on each line of the server. */
public interface ServerSpecifics {

  /**
   * How configurations are written.
   *
   * @param beans the beans of the server's core context
   * @throws ReflectiveOperationException if no known way to write is there
   */
  ConfigWrites configWrites(BeanFactory beans) throws ReflectiveOperationException;

  /** Whether the server believes a member to be up. */
  boolean isUp(Member member);
}
