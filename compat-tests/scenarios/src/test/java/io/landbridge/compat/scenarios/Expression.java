package io.landbridge.compat.scenarios;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A regular expression as an automaton of the places in it, to prove that matching takes time in
 * proportion to the text. The JDK tries one way after the other; it tries few if there are no two
 * places p and q such that some text leads from p to p, from p to q, and from q to q. Where there
 * are, each position of the text at which one goes over to the other is a way of its own.
 *
 * <p>Knows what this product writes, and no more: what it does not know it does not prove.
 */
final class Expression {

  private static final int KNOWN = 0x100;

  /** Where more than that many are wanted they are taken for any number: that proves less. */
  private static final int WRITTEN_OUT = 4;

  private final String text;
  private int at;

  /** Whether something behind a match decides whether it is one. */
  private boolean looksAhead;

  /** Whether there are two loops that do the same. */
  private boolean twoWays;

  private final List<BitSet> places = new ArrayList<>();
  private final List<Set<Integer>> next = new ArrayList<>();

  /** A part: where it can begin and end, and whether it can be empty. */
  private record Part(Set<Integer> first, Set<Integer> last, boolean empty) {}

  private record Pair(int from, int to) {}

  private record Triple(int one, int two, int three) {}

  /** The expression has a construct that this class does not understand. */
  static final class UnknownException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownException(String what) {
      super(what);
    }
  }

  private Expression(String text) {
    this.text = text;
  }

  /**
   * Whether it is proven that looking at a text takes time in proportion to its length.
   *
   * @param whole whether the whole text must match; otherwise a match may begin anywhere
   * @throws UnknownException if it has something that is not known here
   */
  static boolean isLinear(String text, boolean whole) {
    Expression expression = new Expression(text);
    if (whole || text.startsWith("^")) {
      expression.all();
      return expression.isUnambiguous(-1);
    }
    int any = expression.place(everything());
    expression.link(Set.of(any), Set.of(any));
    Part found = expression.all();
    expression.link(Set.of(any), found.first());
    boolean ends = !expression.looksAhead && expression.endsWhereItMayEnd(found, any);
    return expression.isUnambiguous(ends ? any : -1);
  }

  private Part all() {
    Part all = alternatives();
    if (at < text.length()) {
      throw new UnknownException(text.substring(at));
    }
    return all;
  }

  /**
   * Whether a match is complete wherever it can go round: then each search ends with what it has
   * found, and the next begins behind it.
   */
  private boolean endsWhereItMayEnd(Part found, int any) {
    for (int p = 0; p < places.size(); p++) {
      if (p != any && reaches(p, p) && !found.last().contains(p)) {
        return false;
      }
    }
    return true;
  }

  private boolean reaches(int from, int to) {
    Set<Integer> seen = new HashSet<>();
    Deque<Integer> open = new ArrayDeque<>(next.get(from));
    while (!open.isEmpty()) {
      int each = open.pop();
      if (seen.add(each)) {
        open.addAll(next.get(each));
      }
    }
    return seen.contains(to);
  }

  private boolean isUnambiguous(int but) {
    if (twoWays) {
      return false;
    }
    for (int p = 0; p < places.size(); p++) {
      for (int q = 0; q < places.size(); q++) {
        if (p != q && p != but && q != but && goesOver(p, q)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean goesOver(int p, int q) {
    if (!reaches(p, p) || !reaches(q, q) || !reaches(p, q)) {
      return false;
    }
    Triple end = new Triple(p, q, q);
    Set<Triple> seen = new HashSet<>();
    Deque<Triple> open = new ArrayDeque<>();
    open.add(new Triple(p, p, q));
    while (!open.isEmpty()) {
      Triple from = open.pop();
      for (int one : next.get(from.one())) {
        for (int two : next.get(from.two())) {
          if (!shareText(one, two, two)) {
            continue;
          }
          for (int three : next.get(from.three())) {
            Triple to = new Triple(one, two, three);
            if (shareText(one, two, three)) {
              if (to.equals(end)) {
                return true;
              }
              if (seen.add(to)) {
                open.add(to);
              }
            }
          }
        }
      }
    }
    return false;
  }

  private boolean shareText(int one, int two, int three) {
    BitSet common = (BitSet) places.get(one).clone();
    common.and(places.get(two));
    common.and(places.get(three));
    return !common.isEmpty();
  }

  private int place(BitSet characters) {
    places.add(characters);
    next.add(new HashSet<>());
    return places.size() - 1;
  }

  private void link(Set<Integer> from, Set<Integer> to) {
    from.forEach(each -> next.get(each).addAll(to));
  }

  private Part alternatives() {
    Part all = sequence();
    while (at < text.length() && text.charAt(at) == '|') {
      at++;
      Part other = sequence();
      all =
          new Part(
              union(all.first(), other.first()),
              union(all.last(), other.last()),
              all.empty() || other.empty());
    }
    return all;
  }

  private Part sequence() {
    Part all = new Part(Set.of(), Set.of(), true);
    while (at < text.length() && text.charAt(at) != '|' && text.charAt(at) != ')') {
      all = then(all, repeated());
    }
    return all;
  }

  private Part then(Part one, Part other) {
    link(one.last(), other.first());
    return new Part(
        one.empty() ? union(one.first(), other.first()) : one.first(),
        other.empty() ? union(one.last(), other.last()) : other.last(),
        one.empty() && other.empty());
  }

  private Part repeated() {
    int from = at;
    Part one = atom();
    int end = at;
    int least = 1;
    int most = 1;
    if (at < text.length()) {
      switch (text.charAt(at)) {
        case '*' -> {
          at++;
          least = 0;
          most = Integer.MAX_VALUE;
        }
        case '+' -> {
          at++;
          most = Integer.MAX_VALUE;
        }
        case '?' -> {
          at++;
          least = 0;
        }
        case '{' -> {
          int close = text.indexOf('}', at);
          String[] bounds = text.substring(at + 1, close).split(",", -1);
          at = close + 1;
          least = Integer.parseInt(bounds[0]);
          most =
              bounds.length == 1
                  ? least
                  : bounds[1].isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(bounds[1]);
        }
        default -> {
          // Once.
        }
      }
    }
    if (at < text.length() && (text.charAt(at) == '?' || text.charAt(at) == '+') && at > end) {
      // Lazy or possessive: no more ways than the greedy one.
      at++;
    }
    if (most > WRITTEN_OUT) {
      for (int last : one.last()) {
        for (int first : one.first()) {
          // Already there: what goes round inside goes round outside as well.
          twoWays |= !next.get(last).add(first);
        }
      }
      return new Part(one.first(), one.last(), one.empty() || least == 0);
    }
    Part all = least == 0 ? new Part(one.first(), one.last(), true) : one;
    int behind = at;
    for (int i = 1; i < most; i++) {
      at = from;
      Part again = atom();
      all = then(all, i < least ? again : new Part(again.first(), again.last(), true));
    }
    at = behind;
    return all;
  }

  private Part atom() {
    char each = text.charAt(at++);
    return switch (each) {
      case '(' -> group();
      case '[' -> one(characters());
      case '.' -> one(everything());
      case '^' -> new Part(Set.of(), Set.of(), true);
      case '$' -> {
        looksAhead = true;
        yield new Part(Set.of(), Set.of(), true);
      }
      case '\\' -> escaped();
      case '*', '+', '?', '{' -> throw new UnknownException("a repetition of nothing");
      default -> one(only(each));
    };
  }

  private Part group() {
    if (text.startsWith("?", at)) {
      if (!text.startsWith("?:", at)) {
        throw new UnknownException("a group of a special kind");
      }
      at += 2;
    }
    Part inside = alternatives();
    if (at >= text.length() || text.charAt(at) != ')') {
      throw new UnknownException("an open group");
    }
    at++;
    return inside;
  }

  private Part escaped() {
    if (text.charAt(at) == 'b' || text.charAt(at) == 'R') {
      if (text.charAt(at++) == 'b') {
        looksAhead = true;
        return new Part(Set.of(), Set.of(), true);
      }
      throw new UnknownException("\\R");
    }
    return one(kind());
  }

  /** Behind a backslash. */
  private BitSet kind() {
    char each = text.charAt(at++);
    BitSet found = new BitSet();
    switch (each) {
      case 'd', 'D' -> found.set('0', '9' + 1);
      case 's', 'S' -> {
        found.set(9, 14);
        found.set(' ');
      }
      case 'w', 'W' -> {
        found.set('0', '9' + 1);
        found.set('A', 'Z' + 1);
        found.set('a', 'z' + 1);
        found.set('_');
      }
      case 'p' -> {
        if (!text.startsWith("{Cntrl}", at)) {
          throw new UnknownException("\\p" + text.substring(at));
        }
        at += "{Cntrl}".length();
        found.set(0, ' ');
        found.set(0x7f);
      }
      case 'n' -> found.set('\n');
      case 'r' -> found.set('\r');
      case 't' -> found.set('\t');
      default -> {
        if (Character.isLetterOrDigit(each)) {
          throw new UnknownException("\\" + each);
        }
        found.set(each);
      }
    }
    if (Character.isUpperCase(each)) {
      found.flip(0, KNOWN + 1);
    }
    return found;
  }

  /** Behind an opening bracket. */
  private BitSet characters() {
    BitSet found = new BitSet();
    boolean not = text.charAt(at) == '^';
    at += not ? 1 : 0;
    boolean first = true;
    while (text.charAt(at) != ']' || first) {
      first = false;
      char each = text.charAt(at++);
      if (each == '[' || each == '&' && text.charAt(at) == '&') {
        throw new UnknownException("a class in a class");
      }
      boolean coded = each == '\\' && text.charAt(at) == 'u';
      if (each == '\\' && !coded) {
        found.or(kind());
        continue;
      }
      char from = coded ? code() : each;
      if (text.charAt(at) == '-' && text.charAt(at + 1) != ']') {
        at++;
        char to = text.charAt(at++);
        to = to == '\\' ? code() : to;
        for (int i = from; i <= to; i++) {
          found.or(only((char) i));
        }
      } else {
        found.or(only(from));
      }
    }
    at++;
    if (not) {
      found.flip(0, KNOWN + 1);
    }
    return found;
  }

  /** Behind a backslash. */
  private char code() {
    if (text.charAt(at) != 'u') {
      throw new UnknownException("\\" + text.charAt(at));
    }
    at += 5;
    return (char) Integer.parseInt(text.substring(at - 4, at), 16);
  }

  private Part one(BitSet characters) {
    Set<Integer> place = Set.of(place(characters));
    return new Part(place, place, false);
  }

  /** All others are taken for one. */
  private static BitSet only(char each) {
    BitSet one = new BitSet();
    one.set(Math.min(each, KNOWN));
    return one;
  }

  private static BitSet everything() {
    BitSet all = new BitSet();
    all.set(0, KNOWN + 1);
    return all;
  }

  private static Set<Integer> union(Set<Integer> one, Set<Integer> other) {
    Set<Integer> both = new HashSet<>(one);
    both.addAll(other);
    return both;
  }
}
