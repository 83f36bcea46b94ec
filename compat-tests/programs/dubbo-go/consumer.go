package main

import (
	"context"
	"fmt"
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
	made, err := instance.NewClient(
		append(clientOptions(), client.WithClientNoCheck(), client.WithClientRetries(0))...)
	if err != nil {
		return err
	}
	protocol := s.text("protocol", constant.DubboProtocol)
	limit := time.Duration(timeout) * time.Millisecond
	return converse(s, events, limit, func(wanted service) (invoke, error) {
		return reference(made, wanted, protocol, limit)
	})
}

func reference(
	from *client.Client, wanted service, protocol string, timeout time.Duration,
) (invoke, error) {
	connection, err := from.Dial(wanted.name,
		client.WithGroup(wanted.group),
		client.WithVersion(wanted.version),
		client.WithProtocol(protocol),
		client.WithSerialization(constant.Hessian2Serialization),
		client.WithRequestTimeout(timeout),
		client.WithFilter(asking))
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, call call) (any, error) {
		var answer any
		err := connection.CallUnary(ctx, call.arguments, &answer, call.method)
		return answer, err
	}, nil
}
