package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.option.GivenFile;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.WrittenFile;
import io.landbridge.migrate.plan.MalformedPlanException;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.PlanCodec;
import io.landbridge.migrate.plan.PlanHash;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A plan on disk. */
final class PlanFile {

  /** What it is, for people. */
  static final String WHAT = "plan";

  private static final PlanCodec CODEC = new PlanCodec();

  private PlanFile() {}

  /** Reads a plan that is whole and unedited. */
  static Plan read(Path file) throws CommandException {
    String text;
    try {
      if (Files.size(file) > PlanCodec.MAX_CHARS) {
        throw malformed(file, "the file is larger than " + PlanCodec.MAX_CHARS + " bytes");
      }
      text = Files.readString(file, StandardCharsets.UTF_8);
    } catch (CharacterCodingException e) {
      throw malformed(file, "the file is not UTF-8 text");
    } catch (IOException e) {
      throw GivenFile.unreadable("plan file", file, e);
    }
    if (text.isBlank()) {
      throw malformed(file, "the file is empty");
    }
    Plan plan;
    try {
      plan = CODEC.read(text);
    } catch (MalformedPlanException e) {
      throw malformed(file, String.valueOf(e.getMessage()));
    }
    if (!PlanHash.isIntact(plan)) {
      throw CommandException.precondition(
          "the plan was edited after it was made: its hash does not match its content",
          file.toString(),
          "make a new plan with 'landbridge plan', for fewer applications if necessary");
    }
    return plan;
  }

  private static CommandException malformed(Path file, String why) {
    return CommandException.usage(
        "this is not a plan: " + why, file.toString(), "pass a file written by 'landbridge plan'");
  }

  /** Writes all of it or nothing; the name decides between JSON and YAML. */
  static void write(Path file, Plan plan) throws CommandException {
    String text = file.toString().endsWith(".json") ? CODEC.toJson(plan) : CODEC.toYaml(plan);
    WrittenFile.write(file, WHAT, text);
  }
}
