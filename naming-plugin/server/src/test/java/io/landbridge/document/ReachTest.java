package io.landbridge.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.dubbo.DocumentAddress.AtProvider;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.Networks;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReachTest {

  private static final String ELSEWHERE = "192.0.2.9";
  private static final String OPEN = "10.0.0.0/8, 192.0.2.0/24, ::/0, 0.0.0.0/0";

  /** Forms of one address are one address. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254",
        "::ffff:169.254.169.254",
        "64:ff9b::169.254.169.254",
        "::169.254.169.254",
        "2002:a9fe:a9fe::",
        "fe80::1",
        "100.100.100.200",
        "168.63.129.16",
        "fd00:ec2::254"
      })
  void theCloudAndTheLinkAreNotAsked(String ip) {
    refuses(ip, ELSEWHERE, "", "");
    // Neither where everything is allowed.
    refuses(ip, ELSEWHERE, OPEN, "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "255.255.255.255", "224.0.0.1", "ff02::1"})
  void nobodyIsNotAsked(String ip) {
    refuses(ip, ELSEWHERE, ip, "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"})
  void theServerItselfIsAskedForProvidersOfItsHostOnly(String ip) throws Exception {
    refuses(ip, ELSEWHERE, "", "");
    refuses(ip, "", "", "");
    refuses(ip, "not.an.address", "", "");
    finds(ip, "127.0.0.1", "", "");
    finds(ip, "0:0:0:0:0:0:0:1", "", "");
    for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress own : Collections.list(each.getInetAddresses())) {
        if (!own.getHostAddress().contains("%")) {
          finds(ip, own.getHostAddress(), "", "");
        }
      }
    }
    finds(ip, ELSEWHERE, "127.0.0.0/8, ::1", "");
    refuses(ip, "127.0.0.1", "10.0.0.0/8", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10.1.2.3||",
        "10.1.2.3|10.0.0.0/8|",
        "10.1.2.3|10.0.0.0/8|10.2.0.0/16",
        "169.254.169.254|169.254.169.254|",
        "100.100.100.200|10.0.0.0/8, 100.100.100.200|"
      })
  void asked(String ip, String allow, String deny) throws Exception {
    finds(ip, ELSEWHERE, allow, deny);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "11.1.2.3|10.0.0.0/8|",
        "10.2.2.3|10.0.0.0/8|10.2.0.0/16",
        "10.2.2.3||10.0.0.0/8",
        "127.0.0.1|127.0.0.0/8|127.0.0.1"
      })
  void notAsked(String ip, String allow, String deny) {
    refuses(ip, "127.0.0.1", allow, deny);
  }

  /** Whatever a name means is looked at, and is what is connected to. */
  @Test
  void aNameIsTheAddressItStandsFor() throws Exception {
    HostNames names = new HostNames(host -> InetAddress.getByName("169.254.169.254"));
    assertThatThrownBy(
            () ->
                new Reach(names, Networks.NONE, Networks.NONE)
                    .find(at("innocent.example", ELSEWHERE), Duration.ofSeconds(5)))
        .isInstanceOf(FetchException.class);
    HostNames good = new HostNames(host -> InetAddress.getByName("10.0.0.1"));
    assertThat(
            new Reach(good, Networks.NONE, Networks.NONE)
                .find(at("innocent.example", ELSEWHERE), Duration.ofSeconds(5))
                .getAddress()
                .getHostAddress())
        .isEqualTo("10.0.0.1");
  }

  private static AtProvider at(String ip, String host) {
    return new AtProvider(
        Places.application("a"), new MetadataRevision("0"), ip, 20880, "dubbo", "1.0.0", host);
  }

  private static Reach reach(String allow, String deny) {
    return new Reach(
        new HostNames(),
        Networks.parse(allow == null ? "" : allow),
        Networks.parse(deny == null ? "" : deny));
  }

  private static void finds(String ip, String host, String allow, String deny) throws Exception {
    assertThat(reach(allow, deny).find(at(ip, host), Duration.ofSeconds(5)).getPort())
        .as("%s from %s", ip, host)
        .isEqualTo(20880);
  }

  private static void refuses(String ip, String host, String allow, String deny) {
    assertThatThrownBy(() -> reach(allow, deny).find(at(ip, host), Duration.ofSeconds(5)))
        .as("%s from %s", ip, host)
        .satisfies(e -> AnswersOfProvidersTest.assertReason(e, Reason.UNREACHABLE));
  }
}
