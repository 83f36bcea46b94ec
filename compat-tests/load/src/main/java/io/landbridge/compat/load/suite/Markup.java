package io.landbridge.compat.load.suite;

/** HTML and SVG, with text that cannot become markup. */
final class Markup {

  private final StringBuilder text = new StringBuilder();

  Markup raw(String markup) {
    text.append(markup);
    return this;
  }

  Markup text(Object value) {
    text.append(escaped(value));
    return this;
  }

  Markup element(String name, Object value) {
    return raw("<" + name + ">").text(value).raw("</" + name.split(" ", 2)[0] + ">");
  }

  static String escaped(Object value) {
    StringBuilder escaped = new StringBuilder();
    String.valueOf(value)
        .codePoints()
        .forEach(
            each -> {
              switch (each) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                default -> {
                  if (each >= ' ' || each == '\n' || each == '\t') {
                    escaped.appendCodePoint(each);
                  }
                }
              }
            });
    return escaped.toString();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
