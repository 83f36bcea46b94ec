package io.landbridge.host.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.nacos.naming.core.v2.client.manager.impl.EphemeralIpPortClientManager;
import com.alibaba.nacos.naming.misc.SwitchDomain;
import com.alibaba.nacos.sys.env.EnvUtil;
import io.landbridge.host.registry.UnheardClients;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.env.StandardEnvironment;

class HeardFromTheStartTest {

  private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
  private final HeardFromTheStart heard =
      new HeardFromTheStart(
          () -> {
            throw new AssertionError("who answers for whom is not asked while a server starts");
          });

  /** The server's threads ask it how many processors there are. */
  @BeforeAll
  static void environment() {
    EnvUtil.setEnvironment(new StandardEnvironment());
  }

  /** Long before the server's start is over. */
  @Test
  void itBeginsWithTheObjectThatKnowsTheClients() {
    beans.addBeanPostProcessor(heard);
    define("other", String.class);
    beans.registerBeanDefinition(
        "clients",
        BeanDefinitionBuilder.genericBeanDefinition(
                EphemeralIpPortClientManager.class,
                () -> new EphemeralIpPortClientManager(null, new SwitchDomain()))
            .getBeanDefinition());
    Set<Thread> before = threads();

    beans.getBean("other");
    assertThat(threads()).isEqualTo(before);
    beans.getBean("clients");
    assertThat(threads()).hasSize(before.size() + 1);

    try (UnheardClients begun = heard.up(() -> beans.getBean(EphemeralIpPortClientManager.class))) {
      assertThat(begun).isNotNull();
      assertThat(threads()).hasSize(before.size() + 1);
    }
  }

  @Test
  void aServerThatDoesNotShowThatObjectHasItFromItsEndOn() {
    Set<Thread> before = threads();
    try (UnheardClients begun =
        heard.up(() -> new EphemeralIpPortClientManager(null, new SwitchDomain()))) {
      assertThat(begun).isNotNull();
      assertThat(threads()).hasSize(before.size() + 1);
    }
  }

  private <T> void define(String name, Class<T> type) {
    beans.registerBeanDefinition(
        name, BeanDefinitionBuilder.genericBeanDefinition(type).getBeanDefinition());
  }

  /** Those that go through the clients. */
  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(each -> each.getName().equals("landbridge-unheard-clients"))
        .collect(Collectors.toSet());
  }
}
