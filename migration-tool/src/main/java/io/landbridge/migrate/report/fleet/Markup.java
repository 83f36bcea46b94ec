package io.landbridge.migrate.report.fleet;

import io.landbridge.model.LogText;

/** HTML that is put together from text nobody can be trusted with: names come from anybody. */
final class Markup {

  private final StringBuilder text = new StringBuilder();

  /** Adds markup of our own. */
  Markup raw(String markup) {
    text.append(markup);
    return this;
  }

  /** Adds text. */
  Markup text(Object value) {
    for (char each : LogText.printable(String.valueOf(value)).toCharArray()) {
      switch (each) {
        case '<' -> text.append("&lt;");
        case '>' -> text.append("&gt;");
        case '&' -> text.append("&amp;");
        case '"' -> text.append("&quot;");
        case '\'' -> text.append("&#39;");
        default -> text.append(each);
      }
    }
    return this;
  }

  /** Adds an element with text in it. */
  Markup element(String name, Object value) {
    return raw("<" + name + ">").text(value).raw("</" + name.split(" ", 2)[0] + ">");
  }

  /** Adds a cell of a table. */
  Markup cell(Object value) {
    return element(value instanceof Number ? "td class=\"n\"" : "td", value);
  }

  /** Adds the beginning of a table that scrolls by itself where there is no room. */
  Markup table(String caption, String... head) {
    raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"").text(caption);
    raw("\"><table><caption>").text(caption).raw("</caption><thead><tr>");
    for (String each : head) {
      element("th scope=\"col\"", each);
    }
    return raw("</tr></thead><tbody>\n");
  }

  /** Ends it. */
  Markup endTable() {
    return raw("</tbody></table></div>\n");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
