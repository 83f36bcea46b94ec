package io.landbridge.migrate.cli.terminal;

import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.IParamLabelRenderer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Help of a verb. An option that understands a value only to refuse it with advice is shown without
 * one.
 */
public final class HelpText extends Help {

  /** Makes the help of a verb. */
  public HelpText(CommandSpec command, ColorScheme colors) {
    super(command, colors);
  }

  /** Whether a value is understood and must not be given, as a password in the command line. */
  public static boolean refusesValue(ArgSpec argument) {
    return argument.hideParamSyntax() && argument.arity().min() == 0;
  }

  @Override
  public IParamLabelRenderer parameterLabelRenderer() {
    IParamLabelRenderer usual = super.parameterLabelRenderer();
    return new IParamLabelRenderer() {
      @Override
      public Text renderParameterLabel(ArgSpec argument, Ansi ansi, List<Ansi.IStyle> styles) {
        return refusesValue(argument)
            ? ansi.text("")
            : usual.renderParameterLabel(argument, ansi, styles);
      }

      @Override
      public String separator() {
        return usual.separator();
      }
    };
  }
}
