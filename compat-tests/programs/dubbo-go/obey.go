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

	"dubbo.apache.org/dubbo-go/v3/common/constant"
)

// invoke makes one call of a service.
type invoke func(ctx context.Context, call call) (any, error)

// consumer calls what it has a reference to.
type consumer struct {
	timeout    time.Duration
	services   string
	references map[service]invoke
	refer      func(wanted service) (invoke, error)
}

// converse makes a consumer of what it was told: it says that it is ready, and obeys until the end
// of standard input.
func converse(
	s settings, events *events, timeout time.Duration, refer func(wanted service) (invoke, error),
) error {
	c := &consumer{
		timeout:    timeout,
		services:   s.text("services", usual),
		references: map[service]invoke{},
		refer:      refer,
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

func (c *consumer) reference(wanted service) (invoke, error) {
	if known, made := c.references[wanted]; made {
		return known, nil
	}
	invoke, err := c.refer(wanted)
	if err != nil {
		return nil, err
	}
	c.references[wanted] = invoke
	return invoke, nil
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

func (c *consumer) perform(wanted []call) []map[string]any {
	outcomes := []map[string]any{}
	for _, each := range wanted {
		outcomes = append(outcomes, c.outcome(each))
	}
	return outcomes
}

func (c *consumer) outcome(call call) map[string]any {
	outcome := map[string]any{"interface": call.service.name, "method": call.method}
	invoke, err := c.reference(call.service)
	if err != nil {
		return failed(outcome, "reference", err.Error())
	}
	who := &answered{}
	ctx, cancel := context.WithTimeout(
		context.WithValue(context.Background(), answeredKey{}, who), c.timeout)
	defer cancel()
	start := time.Now()
	answer, err := invoke(ctx, call)
	if err != nil {
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
