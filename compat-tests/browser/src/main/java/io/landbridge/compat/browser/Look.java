package io.landbridge.compat.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;

/**
 * How somebody looks at a page.
 *
 * @param width of the window, in pixels
 * @param height of the window, in pixels
 * @param dark whether the machine is set to dark colors
 * @param language as browsers name it
 */
public record Look(int width, int height, boolean dark, String language) {

  /** A desktop in English and light colors. */
  public static final Look DESKTOP = new Look(1280, 860, false, "en-US");

  /** A telephone in English and light colors. */
  public static final Look PHONE = new Look(390, 844, false, "en-US");

  /** The same in dark colors. */
  public Look inDark() {
    return new Look(width, height, true, language);
  }

  /** The same in another language. */
  public Look in(String other) {
    return new Look(width, height, dark, other);
  }

  Browser.NewContextOptions options() {
    return new Browser.NewContextOptions()
        .setViewportSize(width, height)
        .setLocale(language)
        .setReducedMotion(ReducedMotion.REDUCE)
        .setColorScheme(dark ? ColorScheme.DARK : ColorScheme.LIGHT);
  }
}
