package io.landbridge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworksTest {

  /** What the JDK writes of any bytes is read as these. */
  @Property
  void addressesAreReadAsTheJdkWritesThem(
      @ForAll @Size(16) byte[] bytes, @ForAll boolean zeros, @ForAll boolean shorter)
      throws Exception {
    if (zeros) {
      java.util.Arrays.fill(bytes, 3, 12, (byte) 0);
    }
    byte[] each = shorter ? java.util.Arrays.copyOf(bytes, 4) : bytes;
    InetAddress address = InetAddress.getByAddress(each);
    assertThat(IpAddress.parse(address.getHostAddress())).contains(IpAddress.of(each));
    assertThat(IpAddress.parse(IpAddress.of(each).toString())).contains(IpAddress.of(each));
  }

  /** Whatever is read as an address is the address that the JDK reads, without a name service. */
  @Property
  void whatIsReadIsWhatTheJdkReads(
      @ForAll @StringLength(max = 12) @CharRange(from = '.', to = ':') String text)
      throws Exception {
    var read = IpAddress.parse(text);
    if (read.isPresent()) {
      String literal = text.contains(":") ? "[" + text + "]" : text;
      assertThat(read.get()).isEqualTo(IpAddress.of(InetAddress.getByName(literal).getAddress()));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "::",
        "::1",
        "1::",
        "fe80::1",
        "1:2:3:4:5:6:7:8",
        "::ffff:10.0.0.1",
        "64:ff9b::10.0.0.1",
        "1:2:3:4:5:6:1.2.3.4",
        "2001:db8::1:0:0:1"
      })
  void everyFormOfIpv6(String text) throws Exception {
    IpAddress expected = IpAddress.of(InetAddress.getByName(text).getAddress());
    assertThat(IpAddress.parse(text)).contains(expected);
    assertThat(IpAddress.parse("[" + text + "]")).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost",
        "1.2.3",
        "1.2.3.4.5",
        "999.1.1.1",
        "a:b",
        "1:2:3:4:5:6:7",
        ":::",
        "1::2::3",
        "1:2:3:4:5:6:7:8:9",
        "fe80::1%eth0",
        "[10.0.0.1]",
        "[::1",
        "::1.2.3",
        "1.2.3.4::",
        "1..2.3",
        "+1.2.3.4",
        "12345::",
        "10.0.0.1 ",
        "\u0661.1.1.1"
      })
  void whatIsNoAddress(String text) {
    assertThat(IpAddress.parse(text)).isEmpty();
  }

  @Test
  void aLongTextIsNotLookedAt() {
    assertThat(IpAddress.parse(":".repeat(1_000_000))).isEmpty();
    assertThat(IpAddress.parse("1.".repeat(1_000_000))).isEmpty();
  }

  @Test
  void networksHaveTheirAddresses() {
    Networks networks = Networks.parse("10.0.0.0/8, 192.0.2.7,fd00::/8,");
    assertThat(networks.toString()).isEqualTo("10.0.0.0/8, 192.0.2.7/32, fd00:0:0:0:0:0:0:0/8");
    for (String each : new String[] {"10.255.0.1", "192.0.2.7", "fd12::1", "::ffff:10.1.1.1"}) {
      assertThat(networks.contains(address(each))).as(each).isTrue();
    }
    for (String each : new String[] {"11.0.0.1", "192.0.2.8", "fe12::1", "::1"}) {
      assertThat(networks.contains(address(each))).as(each).isFalse();
    }
    assertThat(Networks.NONE.contains(address("10.0.0.1"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "10.0.0.0/33", "10.0.0.0/-1", "fd00::/129", "10.0.0.0/", "/8", "a/8"})
  void whatIsNoNetworkIsNamed(String text) {
    assertThatThrownBy(() -> Networks.parse("10.0.0.1," + text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** A gateway sends them on to the address of IPv4. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254", "::ffff:169.254.169.254", "::169.254.169.254",
        "64:ff9b::169.254.169.254", "2002:a9fe:a9fe::1", "fe80::1"
      })
  void noFormHidesAnAddressOfTheLink(String text) {
    assertThat(Networks.LINK_LOCAL.contains(address(text))).isTrue();
  }

  @Test
  void addressesOfNobody() {
    for (String each :
        new String[] {"0.0.0.0", "255.255.255.255", "224.0.0.1", "240.0.0.1", "::", "ff02::1"}) {
      assertThat(Networks.NOBODY.contains(address(each))).as(each).isTrue();
    }
    assertThat(Networks.NOBODY.contains(address("::1"))).isFalse();
    assertThat(Networks.LOOPBACK.contains(address("::1"))).isTrue();
    assertThat(Networks.LOOPBACK.contains(address("127.8.0.1"))).isTrue();
  }

  private static IpAddress address(String text) {
    return IpAddress.parse(text).orElseThrow();
  }
}
