package io.landbridge.host.registry;

import com.alibaba.nacos.naming.core.v2.client.Client;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManager;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The server's own clients, held in a map. */
public final class MapClients {

  private MapClients() {}

  public static ClientManager of(Map<String, Client> clients) {
    return of(clients, id -> id);
  }

  /**
   * The same, and it is known who is asked for.
   *
   * @param asked is given each id
   */
  public static ClientManager of(Map<String, Client> clients, UnaryOperator<String> asked) {
    return (ClientManager)
        Proxy.newProxyInstance(
            ClientManager.class.getClassLoader(),
            new Class<?>[] {ClientManager.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "allClientId" -> clients.keySet();
                  case "getClient" -> clients.get(asked.apply(String.valueOf(arguments[0])));
                  default -> throw new AssertionError(method);
                });
  }
}
