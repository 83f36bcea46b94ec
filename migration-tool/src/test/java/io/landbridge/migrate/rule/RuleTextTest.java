package io.landbridge.migrate.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** What consumers are told, and what of others' rules stays. */
class RuleTextTest {

  private static final ServiceRule ORDER =
      new ServiceRule("demo.Order:2.0.0", "APPLICATION_FIRST", 0.9, 100, 10);

  private static final List<ServiceRule> ORDERS = List.of(ORDER);

  @Test
  void aNewRuleSaysWhichEntriesAreOurs() throws Exception {
    assertThat(RuleText.with(Optional.empty(), "web", List.of(ORDER)).text())
        .isEqualTo(
            """
            # landbridge: demo.Order:*,demo.Order:2.0.0
            key: web
            interfaces:
            - serviceKey: "demo.Order:*"
              step: APPLICATION_FIRST
              threshold: 0.9
              proportion: 100
              delay: 10
            - serviceKey: demo.Order:2.0.0
              step: APPLICATION_FIRST
              threshold: 0.9
              proportion: 100
              delay: 10
            """);
  }

  @Test
  void whatOthersWroteStaysAndOursIsTakenBackWithoutBeingForgotten() throws Exception {
    String theirs =
        """
        # a comment
        key: web
        step: APPLICATION_FIRST
        unheardOf: {a: [1, 2]}
        applications:
        - serviceKey: pay
          step: FORCE_INTERFACE
        interfaces:
        - serviceKey: demo.Pay
          step: FORCE_INTERFACE
        """;
    String with = RuleText.with(Optional.of(theirs), "web", List.of(ORDER)).text();
    String again = RuleText.with(Optional.of(with), "web", List.of(ORDER)).text();
    RuleText back =
        RuleText.back(Optional.of(again), "web", List.of("demo.Order:2.0.0", "demo.Pay"));

    assertThat(again).isEqualTo(with);
    assertThat(back.text())
        .contains("unheardOf:", "serviceKey: pay", "serviceKey: demo.Pay")
        .contains("- serviceKey: demo.Order:2.0.0\n  step: FORCE_INTERFACE\n  delay: 10")
        .doesNotContain("threshold");
    assertThat(RuleText.ours(Optional.of(back.text())))
        .containsExactly("demo.Order:*", "demo.Order:2.0.0");
    assertThat(RuleText.back(Optional.of(theirs), "web", List.of("demo.Pay")).text())
        .as("nothing of ours: not a byte is changed")
        .isEqualTo(theirs);
  }

  /** A server sees what such a consumer has found, and not that it asked for any version. */
  @Test
  void whoeverTakesAnyVersionIsToldTheLeastOfWhatIsSaidOfThem() throws Exception {
    ServiceRule one = new ServiceRule("demo.Order:1.0", "APPLICATION_FIRST", 0.9, 20, 3);
    ServiceRule plain = new ServiceRule("demo.Order", "FORCE_APPLICATION", 0.9, 100, 3);

    Optional<String> held = text(RuleText.held(Optional.empty(), "web", List.of("demo.Order:1.0")));
    assertThat(step(held, "demo.Order:*")).isEqualTo("FORCE_INTERFACE 0");
    Optional<String> both = text(RuleText.held(held, "web", List.of("demo.Order")));
    Optional<String> first = text(RuleText.with(both, "web", List.of(one)));
    assertThat(step(first, "demo.Order:1.0")).isEqualTo("APPLICATION_FIRST 20");
    assertThat(step(first, "demo.Order:*")).isEqualTo("FORCE_INTERFACE 0");
    Optional<String> all = text(RuleText.with(first, "web", List.of(plain)));
    assertThat(step(all, "demo.Order:*")).isEqualTo("APPLICATION_FIRST 20");
    Optional<String> back = text(RuleText.back(all, "web", List.of("demo.Order:1.0")));
    assertThat(step(back, "demo.Order:*")).isEqualTo("FORCE_INTERFACE 0");
    assertThat(step(back, "demo.Order")).isEqualTo("FORCE_APPLICATION 100");
  }

  @Test
  void aRuleThatHoldsOneVersionAloneIsNotEnough() throws Exception {
    Optional<String> older =
        Optional.of(
            """
            # landbridge: demo.Order:1.0
            key: web
            interfaces:
            - serviceKey: demo.Order:1.0
              step: FORCE_INTERFACE
              delay: 0
            """);

    assertThat(RuleText.notKept(older, "web", List.of("demo.Order:1.0")))
        .containsExactly("demo.Order:1.0");
    Optional<String> held = text(RuleText.held(older, "web", List.of("demo.Order:1.0")));
    assertThat(RuleText.notKept(held, "web", List.of("demo.Order:1.0"))).isEmpty();
    assertThat(text(RuleText.held(held, "web", List.of("demo.Order:1.0")))).isEqualTo(held);
  }

  /** Dubbo writes a slash as a hyphen, so that the configuration of one is that of the other. */
  @Test
  void theRuleOfAnotherApplicationIsNeverChanged() throws Exception {
    Optional<String> other = text(RuleText.with(Optional.empty(), "team/web", ORDERS));
    List<String> services = List.of(ORDER.serviceKey());

    assertThat(RuleText.owner(other, "team-web")).isEqualTo("team/web");
    assertThat(RuleText.owner(other, "till")).isEqualTo("till");
    assertThat(RuleText.owner(Optional.of("key: x"), "team-web")).isEqualTo("team-web");
    for (ThrowingCallable each :
        List.<ThrowingCallable>of(
            () -> RuleText.with(other, "team-web", ORDERS),
            () -> RuleText.held(other, "team-web", services),
            () -> RuleText.back(other, "team-web", services),
            () -> RuleText.proportion(other, "team-web", services))) {
      assertThatThrownBy(each)
          .isInstanceOf(MalformedRuleException.class)
          .hasMessageContaining("the rule of application 'team/web'");
    }
    assertThat(RuleText.back(other, "team/web", services).text()).contains("FORCE_INTERFACE");
  }

  @Test
  void whatOthersSayOfAnyVersionStays() throws Exception {
    Optional<String> theirs =
        Optional.of(
            "key: web\ninterfaces:\n- {serviceKey: 'demo.Order:*', step: FORCE_APPLICATION}\n");

    Optional<String> told = text(RuleText.with(theirs, "web", ORDERS));

    assertThat(step(told, "demo.Order:*")).startsWith("FORCE_APPLICATION");
    assertThat(RuleText.ours(told)).containsExactly(ORDER.serviceKey());
  }

  private static Optional<String> text(RuleText rule) {
    return Optional.of(rule.text());
  }

  /** The step and the proportion of an entry. */
  private static String step(Optional<String> rule, String service) {
    Map<?, ?> read = new Yaml().load(rule.orElseThrow());
    return ((List<?>) read.get("interfaces"))
        .stream()
            .map(each -> (Map<?, ?>) each)
            .filter(each -> service.equals(each.get("serviceKey")))
            .map(
                each ->
                    each.get("step")
                        + " "
                        + (each.get("proportion") == null ? 0 : each.get("proportion")))
            .findFirst()
            .orElseThrow();
  }

  /** It could not be read again. */
  @Test
  void aRuleThatWouldBeTooLongIsNotWritten() throws Exception {
    String room = "key: web\ndescription: ";
    String longest = room + "x".repeat(256 * 1024 - room.length());

    assertThatThrownBy(() -> RuleText.with(Optional.of(longest), "web", ORDERS))
        .isInstanceOf(MalformedRuleException.class)
        .hasMessageContaining("would be longer");
    assertThat(RuleText.proportion(Optional.of(longest), "web", List.of())).isZero();
  }

  @Test
  void aThresholdOfNothingCannotBeWritten() {
    assertThatThrownBy(() -> new ServiceRule("demo.Order", "APPLICATION_FIRST", 0, 100, 10))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void entriesOfOthersAreConflicts() throws Exception {
    Optional<String> theirs =
        Optional.of("key: web\ninterfaces:\n- serviceKey: demo.Order:2.0.0\n");

    assertThat(RuleText.with(theirs, "web", List.of(ORDER)).conflicts())
        .containsExactly("demo.Order:2.0.0");
  }

  @Test
  void entriesOfOthersAreConflictsOnTheWayBackToo() throws Exception {
    String theirs =
        """
        key: web
        interfaces:
        - serviceKey: demo.Order:2.0.0
          step: FORCE_APPLICATION
        """;
    RuleText back = RuleText.back(Optional.of(theirs), "web", List.of("demo.Order:2.0.0"));
    assertThat(back.text()).isEqualTo(theirs);
    assertThat(back.conflicts()).containsExactly("demo.Order:2.0.0");
  }

  @Test
  void whatIsTextStaysText() throws Exception {
    String theirs =
        """
        key: "1001"
        version: "1.0"
        """;
    assertThat(RuleText.with(Optional.of(theirs), "1001", ORDERS).text())
        .contains("key: \"1001\"", "version: \"1.0\"");
    assertThat(RuleText.with(Optional.empty(), "1001", ORDERS).text()).contains("key: \"1001\"");
  }

  @Test
  void whatRefersToSomethingElseInTheTextIsLeftAlone() {
    String theirs =
        """
        base: &base {step: FORCE_INTERFACE}
        other: *base
        """;
    assertThatThrownBy(() -> RuleText.with(Optional.of(theirs), "web", ORDERS))
        .isInstanceOf(MalformedRuleException.class)
        .hasMessageContaining("anchors");
  }

  @Test
  void nobodyIsToldLessThanBefore() throws Exception {
    Optional<String> further = Optional.of(RuleText.with(Optional.empty(), "web", ORDERS).text());
    ServiceRule less = new ServiceRule(ORDER.serviceKey(), "APPLICATION_FIRST", 0.8, 10, 10);

    assertThat(RuleText.with(further, "web", List.of(less)).text())
        .contains("threshold: 0.8", "proportion: 100");
    assertThat(RuleText.proportion(further, "web", List.of(ORDER.serviceKey()))).isEqualTo(100);
    assertThat(RuleText.proportion(further, "web", List.of(ORDER.serviceKey(), "demo.New")))
        .isZero();

    Optional<String> back =
        Optional.of(RuleText.back(further, "web", List.of(ORDER.serviceKey())).text());
    assertThat(RuleText.proportion(back, "web", List.of(ORDER.serviceKey()))).isZero();
    assertThat(RuleText.with(back, "web", List.of(less)).text()).contains("proportion: 10\n");
  }

  @Test
  void whoUsesTheApplicationLevelAloneIsLeftAtThat() throws Exception {
    ServiceRule forced =
        new ServiceRule(ORDER.serviceKey(), ServiceRule.FORCE_APPLICATION, 0.9, 100, 10);
    String completed = RuleText.with(Optional.empty(), "web", List.of(forced)).text();

    RuleText again = RuleText.with(Optional.of(completed), "web", ORDERS);

    assertThat(again.text()).isEqualTo(completed);
    assertThat(again.completed()).containsExactly(ORDER.serviceKey());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo.A:1.0\nstep: FORCE_APPLICATION\n#",
        "demo.A:1.0\u2028step: x",
        "demo.A:\u202e1",
        "demo.A:1 0",
        "demo.A\n",
        "demo.A,demo.B:1",
        "g/demo.A",
        " ",
        "demo.A:1:2"
      })
  void noTextThatCouldBeMoreNamesAService(String text) {
    assertThatThrownBy(() -> new ServiceRule(text, "APPLICATION_FIRST", 0.9, 100, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .doesNotContain("\n", "\u2028", "\u202e");
  }

  /** A consumer may have any name, and a rule of others any text. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "web\nstep: FORCE_APPLICATION\n#",
        "web\n# landbridge: demo.Pay\n",
        "2024-01-01",
        "1:30",
        "0x10",
        "yes",
        "~",
        "1_000",
        "=",
        "<<",
        "- a",
        "a: b",
        "# web",
        "&a *b !c",
        "订单\u2028\u202e",
        "'\"\\"
      })
  void whateverATextIsItStaysThatText(String name) throws Exception {
    String rule = RuleText.with(Optional.empty(), name, ORDERS).text();
    String others = rule + "description: " + RuleYaml.write(Map.of("x", name)).substring(3);
    String again = RuleText.back(Optional.of(others), name, List.of(ORDER.serviceKey())).text();

    for (String each : List.of(rule, again)) {
      Map<?, ?> read = new Yaml().load(each);
      assertThat(read.get("key")).isEqualTo(name);
      assertThat(read.get("step")).isNull();
      assertThat((List<?>) read.get("interfaces")).hasSize(2);
      assertThat(RuleText.ours(Optional.of(each)))
          .containsExactly("demo.Order:*", ORDER.serviceKey());
    }
    assertThat(new Yaml().<Map<?, ?>>load(again).get("description")).isEqualTo(name);
  }

  @Test
  void aListOfVersionsIsOneEntryOfOurs() throws Exception {
    ServiceRule several = new ServiceRule("demo.Order:1,2", "APPLICATION_FIRST", 0.9, 100, 10);
    ServiceRule any = new ServiceRule("demo.Order:*", "APPLICATION_FIRST", 0.9, 100, 10);

    String text = RuleText.with(Optional.empty(), "web", List.of(several, any)).text();

    assertThat(text).startsWith("# landbridge: demo.Order:*,demo.Order:1%2C2\n");
    assertThat(RuleText.ours(Optional.of(text))).containsExactly("demo.Order:*", "demo.Order:1,2");
  }

  @Test
  void onlyWhatIsBeforeAllElseMarksWhatIsOurs() {
    assertThat(
            RuleText.ours(
                Optional.of(
                    "key: web\ntext: |\n  a\n# landbridge: demo.Pay\nb: \"x\n\n# landbridge: y\"")))
        .isEmpty();
    assertThat(RuleText.ours(Optional.of("# a\n\n# landbridge: demo.Pay,x%0,a b\nkey: web\n")))
        .containsExactly("demo.Pay");
  }

  /** What consumers read as something else than text is that to us, too. */
  @Test
  void whatOthersWroteIsTheSameToItsReaders() throws Exception {
    String theirs =
        """
        key: web
        force: yes
        since: 2024-01-01
        octal: 010
        null: ~
        2: [1, 2.5, {a: no}]
        text: "010"
        applications:
        - {serviceKey: pay, threshold: .5, step: FORCE_INTERFACE}
        """;
    Map<Object, Object> before = new Yaml().load(theirs);
    Map<Object, Object> after =
        new Yaml().load(RuleText.with(Optional.of(theirs), "web", ORDERS).text());

    after.remove("interfaces");
    assertThat(after).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[",
        "- a",
        "hello",
        "key: a\nkey: b",
        "interfaces: 3",
        "a: 1\n---\nb: 2",
        "a: !!java.util.Date 1",
        "a: !!binary aGk="
      })
  void whatIsNoRuleIsLeftAlone(String text) {
    assertThatThrownBy(() -> RuleText.with(Optional.of(text), "web", List.of(ORDER)))
        .isInstanceOf(MalformedRuleException.class)
        .message()
        .isNotBlank();
  }

  /** Somebody edited an entry of ours; a consumer of Dubbo takes nothing of such a rule. */
  @ParameterizedTest
  @CsvSource({"threshold, $.5", "threshold, NaN", "proportion, half", "delay, [1]"})
  void anEntryOfOursWithoutItsNumbersIsNamed(String field, String value)
      throws MalformedRuleException {
    String ours = RuleText.with(Optional.empty(), "web", List.of(ORDER)).text();
    String edited =
        ours.replaceFirst(field + ": .*", field + ": " + Matcher.quoteReplacement(value));

    assertThat(edited).isNotEqualTo(ours);
    assertThatThrownBy(() -> RuleText.with(Optional.of(edited), "web", List.of(ORDER)))
        .isInstanceOf(MalformedRuleException.class)
        .hasMessageContainingAll(field, "demo.Order:*", value, "not a number");
  }

  @Test
  void aNumberMayBeQuoted() throws MalformedRuleException {
    String ours = RuleText.with(Optional.empty(), "web", List.of(ORDER)).text();
    String edited = ours.replaceAll("proportion: .*", "proportion: '17'");

    assertThat(RuleText.proportion(Optional.of(edited), "web", List.of(ORDER.serviceKey())))
        .isEqualTo(17);
  }

  @ParameterizedTest
  @CsvSource({
    "10,10,90,0.9",
    "1,1,90,0.9",
    "12,10,90,0.9",
    "9,10,90,0.81",
    "1,3,100,0.33",
    "1,200,90,0.01",
    "0,5,90,0.9",
    "0,0,90,0.9"
  })
  void theThresholdComesFromWhatIsObserved(int application, int service, int percent, double is) {
    assertThat(ServiceRule.threshold(application, service, percent)).isEqualTo(is);
  }

  @Test
  void whoIsHeldKeepsWhatItWasToldBefore() throws Exception {
    RuleText told =
        RuleText.with(
            Optional.empty(),
            "web",
            List.of(new ServiceRule("demo.A", "APPLICATION_FIRST", 0.9, 20, 10)));

    RuleText held = RuleText.held(Optional.of(told.text()), "web", List.of("demo.A", "demo.B"));

    assertThat(held.text())
        .contains("serviceKey: demo.A\n  step: APPLICATION_FIRST")
        .contains("serviceKey: demo.B\n  step: FORCE_INTERFACE\n  delay: 0\n");
    Optional<String> now = Optional.of(held.text());
    assertThat(RuleText.held(now, "web", List.of("demo.B")).text()).isEqualTo(held.text());
    assertThat(RuleText.back(now, "web", List.of("demo.B")).text()).isEqualTo(held.text());
    assertThat(RuleText.proportion(now, "web", List.of("demo.B"))).isZero();
    assertThat(RuleText.notKept(now, "web", List.of("demo.A", "demo.B", "demo.C")))
        .containsExactly("demo.A", "demo.C");
  }

  @Test
  void whatSomebodyElseSaysOfAllServicesKeepsThemToo() throws Exception {
    Optional<String> others =
        Optional.of(
            "step: FORCE_INTERFACE\n"
                + "interfaces:\n"
                + "- serviceKey: demo.A\n"
                + "  step: APPLICATION_FIRST\n");

    assertThat(RuleText.notKept(others, "web", List.of("demo.A", "demo.B")))
        .containsExactly("demo.A");
    assertThat(RuleText.held(others, "web", List.of("demo.A")).conflicts())
        .containsExactly("demo.A");
  }

  /**
   * Of each entry: as it is found in Dubbo, the step of its service, or of a provider, or of all.
   */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // of all, of the application, of the service, and whether it is sent there
        "-, -, -, false",
        "FORCE_APPLICATION, -, -, true",
        "-, FORCE_APPLICATION, -, true",
        "-, -, FORCE_APPLICATION, true",
        "FORCE_INTERFACE, FORCE_APPLICATION, -, true",
        "FORCE_APPLICATION, FORCE_INTERFACE, -, false",
        "FORCE_APPLICATION, APPLICATION_FIRST, -, false",
        "FORCE_INTERFACE, FORCE_INTERFACE, FORCE_APPLICATION, true",
        "FORCE_APPLICATION, FORCE_APPLICATION, FORCE_INTERFACE, false",
        // An entry of the service that says no step leaves it to the others.
        "-, FORCE_APPLICATION, '', true",
        "FORCE_APPLICATION, FORCE_INTERFACE, '', false",
        "FORCE_APPLICATION, '', '', true",
      })
  void whoSendsAConsumerToTheApplicationLevelAlone(
      String all, String application, String service, boolean forced) throws Exception {
    String text =
        (all == null ? "" : "step: " + all + "\n")
            + entry("applications", "orders", application)
            + entry("interfaces", "demo.A", service);
    Optional<String> rule = text.isEmpty() ? Optional.empty() : Optional.of(text);

    assertThat(RuleText.forced(rule, "web", List.of("demo.A"), each -> Set.of("orders", "stock")))
        .isEqualTo(forced ? Set.of("demo.A") : Set.of());
    // What is said of an application counts for what it offers, and not for anything else.
    boolean elsewhere =
        "FORCE_APPLICATION".equals(service)
            || ("FORCE_APPLICATION".equals(all) && (service == null || service.isEmpty()));
    assertThat(RuleText.forced(rule, "web", List.of("demo.A"), each -> Set.of("stock")))
        .isEqualTo(elsewhere ? Set.of("demo.A") : Set.of());
    assertThat(RuleText.mayForce(rule, "web")).isEqualTo(text.contains("FORCE_APPLICATION"));
  }

  private static String entry(String list, String key, String step) {
    return step == null
        ? ""
        : list
            + ":\n- serviceKey: "
            + key
            + "\n"
            + (step.isEmpty() ? "  delay: 3\n" : "  step: " + step + "\n");
  }

  @Test
  void theLastOfSeveralEntriesCountsAndAnyOfSeveralApplications() throws Exception {
    Optional<String> twice =
        Optional.of(
            """
            interfaces:
            - {serviceKey: demo.A, step: FORCE_INTERFACE}
            - {serviceKey: demo.A, step: FORCE_APPLICATION}
            - {serviceKey: demo.B, step: FORCE_APPLICATION}
            - {serviceKey: demo.B, step: FORCE_INTERFACE}
            applications:
            - {serviceKey: orders, step: FORCE_INTERFACE}
            - {serviceKey: stock, step: FORCE_APPLICATION}
            - 7
            """);

    assertThat(
            RuleText.forced(
                twice,
                "web",
                List.of("demo.A", "demo.B", "demo.C", "demo.D"),
                each -> each.equals("demo.C") ? Set.of("orders", "stock") : Set.of("orders")))
        .containsExactly("demo.A", "demo.C");
  }

  /** Whoever offers it: nobody knows that for ever. */
  @Test
  void anEntryForAnApplicationMayMoveWhoIsHeldByWhatIsSaidOfAll() throws Exception {
    Optional<String> others =
        Optional.of(
            """
            step: FORCE_INTERFACE
            applications:
            - {serviceKey: orders, step: APPLICATION_FIRST}
            """);

    assertThat(RuleText.notKept(others, "web", List.of("demo.A"))).containsExactly("demo.A");
    assertThat(
            RuleText.notKept(
                Optional.of(RuleText.held(others, "web", List.of("demo.A")).text()),
                "web",
                List.of("demo.A")))
        .isEmpty();
    assertThat(
            RuleText.notKept(
                Optional.of(others.get().replace("APPLICATION_FIRST", "FORCE_INTERFACE")),
                "web",
                List.of("demo.A")))
        .isEmpty();
  }
}
