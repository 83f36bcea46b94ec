package io.landbridge.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Answers compared with those that a Nacos 1.4.1 gave to the same requests; only times and the
 * checksum, which nothing reads, are left out.
 */
class V1ApiTest {

  private static final ServiceKey SERVICE =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "s");
  private static final Caller JAVA =
      new Caller(ClientAgent.of("Nacos-Java-Client:v1.4.6"), "", "127.0.0.1");
  private static final Caller GO =
      new Caller(ClientAgent.of("Nacos-Go-Client:v1.0.1"), "", "127.0.0.1");
  private static final String INSTANCE =
      "namespaceId=public&serviceName=DEFAULT_GROUP%40%40s&groupName=DEFAULT_GROUP"
          + "&clusterName=DEFAULT&ip=10.0.0.1&port=8080&weight=1.0&enable=true&healthy=true"
          + "&ephemeral=true&metadata=%7B%22a%22%3A%221%22%7D";

  private final MemoryServer server = new MemoryServer();
  private final List<String> subscribed = new ArrayList<>();
  private final V1Api api =
      new V1Api(
          server,
          (service, clusters, caller, ip, port) ->
              subscribed.add(service + " [" + clusters + "] " + ip + ":" + port));

  @Test
  void registersAsAClientOf1Sends() throws Exception {
    assertThat(ask(V1Operation.REGISTER, INSTANCE)).isEqualTo("200 ok");
    assertThat(server.in(SERVICE))
        .containsOnlyKeys("10.0.0.1:8080")
        .containsValue(
            new V1Registration("10.0.0.1", 8080, "DEFAULT", 1, true, true, true, Map.of("a", "1")));
    assertThat(ask(V1Operation.DEREGISTER, INSTANCE)).isEqualTo("200 ok");
    assertThat(server.in(SERVICE)).isEmpty();
  }

  @Test
  void takesWhatIsNotSaidAs1Does() throws Exception {
    ask(V1Operation.REGISTER, "serviceName=s&ip=10.0.0.1&port=1");
    ask(
        V1Operation.REGISTER,
        "serviceName=s&groupName=g&namespaceId=n&cluster=c&ip=a&port=0&enabled=no&healthy=Y&weight=0&ephemeral=false&metadata=k%3Dv,l%3Dw");
    assertThat(server.in(SERVICE))
        .containsValue(new V1Registration("10.0.0.1", 1, "DEFAULT", 1, true, true, true, Map.of()));
    assertThat(server.in(new ServiceKey(NamespaceId.of("n"), "g", "s")))
        .containsValue(
            new V1Registration("a", 0, "c", 0, false, true, false, Map.of("k", "v", "l", "w")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ip=1.1.1.1&port=1 | Param 'serviceName' is required.",
        "serviceName=s&port=1 | Param 'ip' is required.",
        "serviceName=s&ip=1.1.1.1 | Param 'port' is required.",
        "serviceName=s&ip=1.1.1.1&port=x | For input string: \"x\"",
        "serviceName=s&ip=1.1.1.1&port=65536 | instance format invalid: Your port is illegal",
        "serviceName=s&ip=1.1.1.1&port=1&weight=x | For input string: \"x\"",
        "serviceName=%40%40s&ip=1.1.1.1&port=1 | Param 'serviceName' is illegal, groupName can't be"
            + " empty",
        "serviceName=g%40%40&ip=1.1.1.1&port=1 | Param 'serviceName' is illegal, it should be"
            + " format as 'groupName@@serviceName'",
      })
  void saysWhatIsWrong(String query, String expected) throws Exception {
    assertThat(ask(V1Operation.REGISTER, query)).isEqualTo("400 caused: " + expected + ";");
    assertThat(server.in(SERVICE)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "weight=NaN | instance format invalid: The weights range from 0.0 to 10000.0",
        "weight=10001 | instance format invalid: The weights range from 0.0 to 10000.0",
        "weight=-1 | instance format invalid: The weights range from 0.0 to 10000.0",
        "metadata=bogus | metadata format incorrect:bogus",
      })
  void callsItsOwnErrorWhat1Does(String query, String expected) throws Exception {
    assertThat(ask(V1Operation.REGISTER, "serviceName=s&ip=1.1.1.1&port=1&" + query))
        .isEqualTo("500 caused: " + expected + ";");
    assertThat(server.in(SERVICE)).isEmpty();
  }

  @Test
  void weightsAreBroughtIntoRangeAs1Does() throws Exception {
    ask(V1Operation.REGISTER, "serviceName=s&ip=10.0.0.1&port=1&weight=0.001");
    ask(
        V1Operation.BEAT,
        "serviceName=s&beat=" + encoded("{\"ip\":\"10.0.0.2\",\"port\":1,\"weight\":1e9}"));
    ask(V1Operation.REGISTER, "serviceName=s&ip=10.0.0.3&port=1&weight=0");

    assertThat(server.in(SERVICE).values())
        .extracting(V1Registration::weight)
        .containsExactlyInAnyOrder(0.01, 10_000.0, 0.0);

    assertThat(ask(V1Operation.DEREGISTER, "serviceName=s&ip=10.0.0.1&port=1&weight=10001"))
        .isEqualTo("200 ok");
    assertThat(server.in(SERVICE)).hasSize(2);
  }

  @Test
  void aBeatOfNobodyIsUnknown() throws Exception {
    String unknown = "200 {\"clientBeatInterval\":5000,\"code\":20404}";
    for (String each : List.of("", "&beat=", "&port=81", "&ip=")) {
      assertThat(ask(V1Operation.BEAT, "serviceName=s" + each)).isEqualTo(unknown);
      assertThat(V1Api.responsibleFor(V1Operation.BEAT, Parameters.of("serviceName=s" + each, "")))
          .isEmpty();
    }
    assertThat(ask(V1Operation.BEAT, ""))
        .isEqualTo("400 caused: Param 'serviceName' is required.;");
    assertThatThrownBy(
            () -> V1Api.responsibleFor(V1Operation.REGISTER, Parameters.of("serviceName=s", "")))
        .hasMessage("Param 'ip' is required.");
  }

  @Test
  void aCheckIsAnsweredWithNothing() throws Exception {
    assertThat(ask(V1Operation.LIST, "serviceName=s&isCheck=true")).contains("\"hosts\":[]");
    ask(V1Operation.REGISTER, INSTANCE);
    assertThat(ask(V1Operation.LIST, "serviceName=s&isCheck=TRUE")).isEqualTo("200 {}");
    assertThat(ask(V1Operation.LIST, "serviceName=s&isCheck=yes")).contains("10.0.0.1");
  }

  @Test
  void aShortBeatOfAnUnknownInstanceMakesItsClientRegister() throws Exception {
    assertThat(ask(V1Operation.BEAT, INSTANCE))
        .isEqualTo("200 {\"clientBeatInterval\":5000,\"code\":20404}");
    assertThat(server.in(SERVICE)).isEmpty();
  }

  @Test
  void aBeatOfAKnownInstanceIsNotedAndTellsItsInterval() throws Exception {
    ask(
        V1Operation.REGISTER,
        INSTANCE.replace("%22a%22%3A%221%22", "%22preserved.heart.beat.interval%22%3A%223000%22"));
    assertThat(ask(V1Operation.BEAT, INSTANCE))
        .isEqualTo("200 {\"clientBeatInterval\":3000,\"code\":10200,\"lightBeatEnabled\":true}");
    server.set(new Switches(5_000, false, 3_000, 10_000, true, true));
    assertThat(ask(V1Operation.BEAT, INSTANCE)).contains("\"lightBeatEnabled\":false");
    assertThat(server.beats()).hasSize(2);
  }

  @Test
  void aLongBeatRegistersWhatIsUnknown() throws Exception {
    String beat =
        "{\"cluster\":\"c\",\"ip\":\"10.0.0.2\",\"metadata\":{\"b\":\"2\"},\"period\":5000,"
            + "\"port\":81,\"serviceName\":\"DEFAULT_GROUP@@s\",\"weight\":2.0}";
    String query = "serviceName=DEFAULT_GROUP%40%40s&namespaceId=public";
    String form = "beat=" + URLEncoder.encode(beat, StandardCharsets.UTF_8);
    String expected = "200 {\"clientBeatInterval\":5000,\"code\":10200,\"lightBeatEnabled\":true}";
    assertThat(text(api.answer(V1Operation.BEAT, Parameters.of(query, form), JAVA)))
        .isEqualTo(expected);
    assertThat(server.in(SERVICE))
        .containsValue(
            new V1Registration("10.0.0.2", 81, "c", 2, true, true, true, Map.of("b", "2")));
    // Clients up to 1.1 send it in the query.
    assertThat(ask(V1Operation.BEAT, query + "&" + form)).isEqualTo(expected);
    assertThat(V1Api.responsibleFor(V1Operation.BEAT, Parameters.of(query, form)))
        .contains("10.0.0.2:81");
    assertThat(V1Api.responsibleFor(V1Operation.REGISTER, Parameters.of(INSTANCE, "")))
        .contains("10.0.0.1:8080");
  }

  @Test
  void aListHasEveryFieldThatAnyClientReads() throws Exception {
    ask(V1Operation.REGISTER, INSTANCE);
    String list = ask(V1Operation.LIST, "serviceName=DEFAULT_GROUP%40%40s&clusters=DEFAULT");
    assertThat(list.replaceAll("\"lastRefTime\":\\d+", "\"lastRefTime\":0"))
        .isEqualTo(
            "200 {\"hosts\":[{\"ip\":\"10.0.0.1\",\"port\":8080,\"valid\":true,\"healthy\":true,"
                + "\"marked\":false,\"instanceId\":\"10.0.0.1#8080#DEFAULT#DEFAULT_GROUP@@s\","
                + "\"metadata\":{\"a\":\"1\"},\"enabled\":true,\"weight\":1.0,"
                + "\"clusterName\":\"DEFAULT\",\"serviceName\":\"DEFAULT_GROUP@@s\","
                + "\"ephemeral\":true}],\"dom\":\"DEFAULT_GROUP@@s\","
                + "\"name\":\"DEFAULT_GROUP@@s\",\"cacheMillis\":3000,\"lastRefTime\":0,"
                + "\"checksum\":\"\",\"useSpecifiedURL\":false,\"clusters\":\"DEFAULT\","
                + "\"env\":\"\",\"metadata\":{}}");
  }

  @Test
  void othersThanJavaAreToldNamesWithoutGroups() throws Exception {
    ask(V1Operation.REGISTER, INSTANCE);
    String list = text(api.answer(V1Operation.LIST, Parameters.of("serviceName=s", ""), GO));
    assertThat(list)
        .contains("\"serviceName\":\"s\"", "\"dom\":\"s\"", "\"name\":\"DEFAULT_GROUP@@s\"");
  }

  @Test
  void whoNamesAPortIsSubscribedAndMayAskLater() throws Exception {
    String query = "serviceName=s&clientIP=10.0.0.9&clusters=a,b&udpPort=";
    assertThat(ask(V1Operation.LIST, query + "5555")).contains("\"cacheMillis\":10000");
    assertThat(subscribed).containsExactly("public/DEFAULT_GROUP/s [a,b] 10.0.0.9:5555");
    for (String none : List.of("0", "-1", "65536", "")) {
      assertThat(ask(V1Operation.LIST, query + none)).as(none).contains("\"cacheMillis\":3000");
    }
    Caller curl = new Caller(ClientAgent.of("curl/7.88.1"), "", "127.0.0.1");
    assertThat(text(api.answer(V1Operation.LIST, Parameters.of(query + "5555", ""), curl)))
        .contains("\"cacheMillis\":3000");
    server.set(new Switches(5_000, true, 3_000, 10_000, false, true));
    assertThat(ask(V1Operation.LIST, query + "5555")).contains("\"cacheMillis\":3000");
    assertThat(subscribed).hasSize(1);
  }

  @Test
  void whoCannotBeSubscribedAsksAgainSooner() throws Exception {
    V1Api full = new V1Api(server, (service, clusters, caller, ip, port) -> false);
    Parameters question = Parameters.of("serviceName=s&clientIP=10.0.0.9&udpPort=5555", "");
    assertThat(text(full.answer(V1Operation.LIST, question, JAVA)))
        .contains("\"cacheMillis\":3000", "\"hosts\":[]");
  }

  @Test
  void textIsEscaped() throws Exception {
    ask(
        V1Operation.REGISTER,
        "serviceName=s&ip=10.0.0.1&port=1&metadata="
            + URLEncoder.encode("{\"k\\\"\":\"é\\u0007\\n\\\\ 漢 😀\"}", StandardCharsets.UTF_8));
    assertThat(ask(V1Operation.LIST, "serviceName=s"))
        .contains("\"metadata\":{\"k\\\"\":\"é\\u0007\\n\\\\ 漢 😀\"}");
  }

  @Test
  void oneInstanceIsToldInFull() throws Exception {
    ask(V1Operation.REGISTER, INSTANCE);
    assertThat(ask(V1Operation.DETAIL, "serviceName=s&ip=10.0.0.1&port=8080"))
        .isEqualTo(
            "200 {\"service\":\"DEFAULT_GROUP@@s\",\"ip\":\"10.0.0.1\",\"port\":8080,"
                + "\"clusterName\":\"DEFAULT\",\"weight\":1.0,\"healthy\":true,"
                + "\"instanceId\":\"10.0.0.1#8080#DEFAULT#DEFAULT_GROUP@@s\","
                + "\"metadata\":{\"a\":\"1\"}}");
    assertThat(ask(V1Operation.DETAIL, "serviceName=s&ip=10.0.0.1&port=8081"))
        .isEqualTo("500 caused: no matched ip found!;");
    assertThat(ask(V1Operation.DETAIL, "serviceName=s&ip=10.0.0.1&port=8080&clusterName=c"))
        .isEqualTo("500 caused: no ips found for cluster c in service DEFAULT_GROUP@@s;");
    assertThat(ask(V1Operation.DETAIL, "serviceName=t&ip=10.0.0.1&port=8080"))
        .isEqualTo("500 caused: no service DEFAULT_GROUP@@t found!;");
  }

  @Test
  void editsComeFromJavaAlone() throws Exception {
    assertThat(ask(V1Operation.UPDATE, INSTANCE)).isEqualTo("400 caused: service not found;");
    assertThat(text(api.answer(V1Operation.UPDATE, Parameters.of(INSTANCE, ""), GO)))
        .isEqualTo("200 ok");
    assertThat(server.in(SERVICE)).hasSize(1);
    assertThat(ask(V1Operation.UPDATE, INSTANCE.replace("weight=1.0", "weight=7")))
        .isEqualTo("200 ok");
    assertThat(server.in(SERVICE).values()).extracting(V1Registration::weight).containsExactly(7.0);
  }

  @Test
  void namesComeInPages() throws Exception {
    for (int i = 0; i < 5; i++) {
      ask(V1Operation.REGISTER, "serviceName=s" + i + "&ip=10.0.0.1&port=1");
    }
    ask(V1Operation.REGISTER, "serviceName=other&groupName=g&ip=10.0.0.1&port=1");
    assertThat(ask(V1Operation.SERVICES, "pageNo=2&pageSize=2"))
        .isEqualTo("200 {\"doms\":[\"s2\",\"s3\"],\"count\":5}");
    assertThat(ask(V1Operation.SERVICES, "pageNo=4&pageSize=2"))
        .isEqualTo("200 {\"doms\":[],\"count\":5}");
    assertThat(ask(V1Operation.SERVICES, "pageNo=0&pageSize=2147483647&groupName=g"))
        .isEqualTo("200 {\"doms\":[\"other\"],\"count\":1}");
    assertThat(ask(V1Operation.SERVICES, "pageNo=1"))
        .isEqualTo("400 caused: Param 'pageSize' is required.;");
    // What is no number is 0.
    assertThat(ask(V1Operation.SERVICES, "pageNo=x&pageSize=2"))
        .isEqualTo("200 {\"doms\":[\"s0\",\"s1\"],\"count\":5}");
    assertThat(ask(V1Operation.SERVICES, "pageNo=1&pageSize=99999999999"))
        .isEqualTo("200 {\"doms\":[],\"count\":5}");
    assertThat(ask(V1Operation.SERVICES, "pageNo=1&pageSize=-1"))
        .isEqualTo("400 caused: fromIndex(0) > toIndex(-1);");
  }

  @Test
  void clientsSeeThatTheServerIsWell() throws Exception {
    assertThat(ask(V1Operation.METRICS, "")).isEqualTo("200 {\"status\":\"UP\"}");
  }

  private String ask(V1Operation operation, String query) throws RefusedException {
    return text(api.answer(operation, Parameters.of(query, ""), JAVA));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String text(V1Answer answer) {
    return answer.status() + " " + new String(answer.body(), StandardCharsets.UTF_8);
  }
}
