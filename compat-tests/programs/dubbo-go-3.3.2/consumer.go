package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"dubbo.apache.org/dubbo-go/v3"
	"dubbo.apache.org/dubbo-go/v3/client"
	"dubbo.apache.org/dubbo-go/v3/common/constant"
	"dubbo.apache.org/dubbo-go/v3/graceful_shutdown"
	"dubbo.apache.org/dubbo-go/v3/logger"
	"dubbo.apache.org/dubbo-go/v3/registry"
)

// What a consumer is told, as ConsumerMain describes it. Its migration is FORCE_APPLICATION by
// default, as is dubbo-go's; APPLICATION_FIRST subscribes to both levels and prefers neither.
var consumerKeys = []string{
	"registry", "application", "home", "namespace", "group", "migration", "protocol", "services",
	"timeout", "subscribe", "log",
}

type consumer struct {
	client     *client.Client
	protocol   string
	timeout    time.Duration
	services   string
	references map[service]*client.Connection
}

func consume(s settings, events *events) error {
	levels, found := map[string]registry.Option{
		"FORCE_INTERFACE":   registry.WithRegisterInterface(),
		"FORCE_APPLICATION": registry.WithRegisterService(),
		"APPLICATION_FIRST": registry.WithRegisterServiceAndInterface(),
	}[s.text("migration", "FORCE_APPLICATION")]
	if !found {
		return fmt.Errorf("migration is '%s': use a step of Dubbo", s["migration"])
	}
	timeout, err := s.number("timeout", 3000)
	if err != nil {
		return err
	}
	readWho()
	instance, err := dubbo.NewInstance(
		dubbo.WithName(s["application"]),
		dubbo.WithRegistry(registryOptions(s, levels)...),
		dubbo.WithLogger(logger.WithLevel(s.text("log", "info"))),
		dubbo.WithShutdown(graceful_shutdown.WithoutInternalSignal()))
	if err != nil {
		return err
	}
	made, err := instance.NewClient(client.WithClientNoCheck(), client.WithClientRetries(0))
	if err != nil {
		return err
	}
	c := &consumer{
		client:     made,
		protocol:   s.text("protocol", constant.DubboProtocol),
		timeout:    time.Duration(timeout) * time.Millisecond,
		services:   s.text("services", usual),
		references: map[service]*client.Connection{},
	}
	if s.text("subscribe", "lazy") == "start" {
		if err := c.subscribe(); err != nil {
			return err
		}
	}
	events.emit(map[string]any{
		"event": "ready", "application": s["application"], "pid": os.Getpid(),
		"dubbo": constant.Version,
	})
	c.obey(events)
	return nil
}

func (c *consumer) obey(events *events) {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		command := map[string]string{}
		// A line that is none gets an answer that says so.
		_ = json.Unmarshal(lines.Bytes(), &command)
		answer := map[string]any{"id": command["id"]}
		if command["command"] == "quit" {
			events.emit(answer)
			return
		}
		c.answer(command, answer)
		events.emit(answer)
	}
}

func (c *consumer) answer(command map[string]string, answer map[string]any) {
	services := command["services"]
	if services == "" {
		services = c.services
	}
	switch command["command"] {
	case "all":
		answer["outcomes"] = c.perform(calls(services))
	case "subscribe":
		if err := c.subscribe(); err != nil {
			answer["error"] = err.Error()
		}
	case "call":
		wanted := []call{}
		for _, each := range calls(c.services) {
			if each.service.name == command["interface"] && each.method == command["method"] {
				wanted = append(wanted, each)
			}
		}
		if len(wanted) == 0 {
			answer["error"] = "no method " + command["interface"] + "." + command["method"]
			return
		}
		answer["outcomes"] = c.perform(wanted)
	default:
		answer["error"] = "unknown command '" + command["command"] +
			"': use call, all, subscribe or quit, as JSON"
	}
}

func (c *consumer) subscribe() error {
	for _, each := range calls(c.services) {
		if _, err := c.reference(each.service); err != nil {
			return err
		}
	}
	return nil
}

func (c *consumer) reference(wanted service) (*client.Connection, error) {
	if known, made := c.references[wanted]; made {
		return known, nil
	}
	connection, err := c.client.Dial(wanted.name,
		client.WithGroup(wanted.group),
		client.WithVersion(wanted.version),
		client.WithProtocol(c.protocol),
		client.WithSerialization(constant.Hessian2Serialization),
		client.WithRequestTimeout(c.timeout),
		client.WithFilter(asking))
	if err != nil {
		return nil, err
	}
	c.references[wanted] = connection
	return connection, nil
}

func (c *consumer) perform(wanted []call) []map[string]any {
	outcomes := []map[string]any{}
	for _, each := range wanted {
		outcomes = append(outcomes, c.outcome(each))
	}
	return outcomes
}

func (c *consumer) outcome(call call) map[string]any {
	outcome := map[string]any{"interface": call.service.name, "method": call.method}
	connection, err := c.reference(call.service)
	if err != nil {
		return failed(outcome, "reference", err.Error())
	}
	who := &answered{}
	ctx, cancel := context.WithTimeout(
		context.WithValue(context.Background(), answeredKey{}, who), c.timeout)
	defer cancel()
	start := time.Now()
	var answer any
	if err := connection.CallUnary(ctx, call.arguments, &answer, call.method); err != nil {
		if strings.Contains(strings.ToLower(err.Error()), "no provider available") {
			outcome["kind"] = "no-provider"
			outcome["message"] = err.Error()
			return outcome
		}
		return failed(outcome, "call", err.Error())
	}
	if !call.right(answer) {
		return failed(outcome, "wrong answer", fmt.Sprintf("%T %v", answer, answer))
	}
	parts := strings.Split(who.by, "/")
	if len(parts) != 4 {
		return failed(outcome, "unidentified", fmt.Sprintf("answered %v by '%s'", answer, who.by))
	}
	pid, err := strconv.Atoi(parts[2])
	if err != nil {
		return failed(outcome, "unidentified", who.by)
	}
	outcome["kind"] = "answered"
	outcome["answer"] = fmt.Sprint(answer)
	outcome["application"] = parts[0]
	outcome["run"] = parts[1]
	outcome["pid"] = pid
	outcome["dubbo"] = parts[3]
	outcome["millis"] = time.Since(start).Milliseconds()
	return outcome
}

func failed(outcome map[string]any, what, message string) map[string]any {
	outcome["kind"] = "failed"
	outcome["error"] = what
	outcome["message"] = message
	return outcome
}
