package io.landbridge.front;

import io.landbridge.architecture.Layers;
import io.landbridge.architecture.ModuleArchitecture;
import io.landbridge.architecture.ProjectRules;
import io.landbridge.architecture.ProvenRule;
import java.util.Map;
import java.util.stream.Stream;
import wrong.io.landbridge.front.ServingApi;
import wrong.io.landbridge.front.config.NamingConfig;
import wrong.io.landbridge.front.forward.PushingForwarder;
import wrong.io.landbridge.front.poll.StoringPoll;
import wrong.io.landbridge.front.push.AskingPush;
import wrong.io.landbridge.front.stray.Stray;

class ArchitectureTest extends ModuleArchitecture {

  private static final Layers LAYERS =
      new Layers()
          .row("front", "model", "java.net", "java.time", "java.time.format")
          .row("front.config", "front", "java.net", "java.time", "java.time.format")
          .row("front.poll", "front", "front.config", "java.time")
          .row(
              "front.push",
              "front",
              "model",
              "java.io",
              "java.net",
              "java.nio",
              "java.nio.channels..",
              "java.time",
              "java.util.concurrent..")
          .row(
              "front.forward",
              "front",
              "java.net",
              "java.net.http",
              "java.time",
              "java.util.concurrent..");

  ArchitectureTest() {
    super(ProvenRule.moduleOf(V1Api.class));
  }

  @Override
  protected Stream<ProvenRule> rules() {
    return Stream.of(
            ProjectRules.everywhere(),
            LAYERS.rules(
                Map.of(
                    "front", ServingApi.class,
                    "front.config", NamingConfig.class,
                    "front.poll", StoringPoll.class,
                    "front.push", AskingPush.class,
                    "front.forward", PushingForwarder.class)),
            Stream.of(ProvenRule.of(LAYERS.complete(), Stray.class), ProjectRules.silent()))
        .flatMap(rules -> rules);
  }
}
