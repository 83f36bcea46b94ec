package io.landbridge.compat.load.bench;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** What 1.x clients send, written once, for instances that are spread over services of Dubbo. */
final class V1Requests {

  private static final String PATIENT =
      ",\"preserved.heart.beat.timeout\":\"900000\",\"preserved.ip.delete.timeout\":\"900000\"";

  private static final long STARTED = 1_795_176_524_665L;

  /** What a Dubbo provider has beside that. */
  private static final String METADATA =
      "{\"side\":\"provider\",\"interface\":\"demo.Service%d\",\"methods\":\"get,put,list\","
          + "\"path\":\"demo.Service%d\",\"protocol\":\"dubbo\",\"application\":\"shop\","
          + "\"category\":\"providers\",\"dubbo\":\"2.0.2\",\"release\":\"2.7.23\","
          + "\"generic\":\"false\",\"deprecated\":\"false\",\"dynamic\":\"true\","
          + "\"anyhost\":\"true\",\"timestamp\":\"%d\"";

  private final int services;
  private final int[] numbers;
  private final boolean patient;

  private V1Requests(int services, int[] numbers, boolean patient) {
    this.services = services;
    this.numbers = numbers;
    this.patient = patient;
  }

  /** Of so many instances in every service. */
  V1Requests(int services, int instances) {
    this(services, IntStream.range(0, services * instances).toArray(), false);
  }

  /** The same, of instances that do not expire while others have their turn. */
  V1Requests patient() {
    return new V1Requests(services, numbers, true);
  }

  /** Of some of the instances: from the first, and before the last. */
  V1Requests part(int first, int last) {
    return new V1Requests(services, Arrays.copyOfRange(numbers, first, last), patient);
  }

  /** Of one in so many, beginning with one of them. */
  V1Requests every(int so, int first) {
    return new V1Requests(
        services,
        IntStream.range(0, numbers.length)
            .filter(i -> i % so == first % so)
            .map(i -> numbers[i])
            .toArray(),
        patient);
  }

  /** The addresses of the instances. */
  List<String> ips() {
    return Arrays.stream(numbers).mapToObj(V1Requests::ip).toList();
  }

  byte[][] registrations() {
    return registrations(STARTED);
  }

  /** Of providers that were started at a time, milliseconds since 1970; it is in their metadata. */
  byte[][] registrations(long started) {
    return each(
        i -> post("/instance?" + address(i) + "&metadata=" + encoded(metadata(i, started))));
  }

  byte[][] deregistrations() {
    return each(i -> delete("/instance?" + address(i)));
  }

  /** As clients since 1.2 send them. */
  byte[][] beats() {
    return each(i -> put("/instance/beat?" + address(i)));
  }

  /** With everything in them, as clients up to 1.1 send them. */
  byte[][] fullBeats() {
    return each(this::fullBeat);
  }

  /** The instances of a service, once for every instance. */
  byte[][] lists() {
    return each(i -> get("/instance/list?" + service(i) + "&healthyOnly=false"));
  }

  /** The name of a service as it is asked for. */
  static String serviceName(int service) {
    return "DEFAULT_GROUP@@providers:demo.Service" + service + ":1.0.0:";
  }

  /** The address of an instance. */
  static String ip(int i) {
    return "10.%d.%d.%d".formatted(3 + i / 62_500, i / 250 % 250, i % 250 + 1);
  }

  private byte[][] each(IntFunction<String> request) {
    return Arrays.stream(numbers)
        .mapToObj(i -> RawHttpLoad.ascii(request.apply(i)))
        .toArray(byte[][]::new);
  }

  private String service(int i) {
    return "namespaceId=public&serviceName="
        + encoded(serviceName(i % services))
        + "&groupName=DEFAULT_GROUP";
  }

  private String address(int i) {
    return service(i) + "&clusterName=DEFAULT&ip=" + ip(i) + "&port=20880";
  }

  private String metadata(int i, long started) {
    int service = i % services;
    return METADATA.formatted(service, service, started) + (patient ? PATIENT : "") + "}";
  }

  private String fullBeat(int i) {
    String beat =
        ("{\"cluster\":\"DEFAULT\",\"ip\":\"%s\",\"metadata\":%s,\"period\":5000,\"port\":20880,"
                + "\"scheduled\":false,\"serviceName\":\"%s\",\"stopped\":false,\"weight\":1.0}")
            .formatted(ip(i), metadata(i, STARTED), serviceName(i % services));
    return put("/instance/beat?" + address(i) + "&beat=" + encoded(beat));
  }

  private static String get(String target) {
    return request("GET", target);
  }

  private static String post(String target) {
    return request("POST", target);
  }

  private static String delete(String target) {
    return request("DELETE", target);
  }

  private static String put(String target) {
    return request("PUT", target);
  }

  /** With the headers of a Java client, and without a body. */
  private static String request(String verb, String target) {
    return verb
        + " /nacos/v1/ns"
        + target
        + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        + "Content-Type: application/x-www-form-urlencoded;charset=UTF-8\r\n"
        + "Accept-Charset: UTF-8\r\nAccept-Encoding: gzip,deflate,sdch\r\n"
        + "User-Agent: Nacos-Java-Client:v1.4.6\r\nClient-Version: 1.4.6\r\n"
        + "Request-Module: Naming\r\nConnection: Keep-Alive\r\n"
        + (verb.equals("GET") ? "" : "Content-Length: 0\r\n")
        + "\r\n";
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
