package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"dubbo.apache.org/dubbo-go/v3/common/constant"
	"dubbo.apache.org/dubbo-go/v3/config"
	"dubbo.apache.org/dubbo-go/v3/protocol/invocation"
)

// What a consumer is told, as ConsumerMain describes it. Its migration is FORCE_APPLICATION by
// default, as is dubbo-go's; APPLICATION_FIRST subscribes to both levels and prefers neither.
var consumerKeys = []string{
	"registry", "application", "home", "namespace", "group", "migration", "protocol", "services",
	"timeout", "subscribe", "log",
}

// reply is where an answer of any type goes.
type reply struct{}

func consume(s settings, events *events) error {
	levels, found := map[string]string{
		"FORCE_INTERFACE":   constant.RegistryTypeInterface,
		"FORCE_APPLICATION": constant.RegistryTypeService,
		"APPLICATION_FIRST": constant.RegistryTypeAll,
	}[s.text("migration", "FORCE_APPLICATION")]
	if !found {
		return fmt.Errorf("migration is '%s': use a step of Dubbo", s["migration"])
	}
	timeout, err := s.number("timeout", 3000)
	if err != nil {
		return err
	}
	readWho()
	root := rootConfig(s, levels, constant.DefaultMetadataStorageType).
		SetConsumer(config.NewConsumerConfigBuilder().SetCheck(false).Build()).
		Build()
	if err := config.Load(config.WithRootConfig(root)); err != nil {
		return err
	}
	limit := time.Duration(timeout) * time.Millisecond
	protocol := s.text("protocol", constant.Dubbo)
	return converse(s, events, limit, func(wanted service) (invoke, error) {
		return reference(root, wanted, protocol, timeout)
	})
}

func reference(
	root *config.RootConfig, wanted service, protocol string, timeoutMillis int,
) (made invoke, err error) {
	// What it cannot refer to is a panic.
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("no reference: %v", problem)
		}
	}()
	refer := config.NewReferenceConfigBuilder().
		SetInterface(wanted.name).
		SetGroup(wanted.group).
		SetVersion(wanted.version).
		SetProtocol(protocol).
		SetSerialization(constant.Hessian2Serialization).
		SetRequestTimeout(strconv.Itoa(timeoutMillis) + "ms").
		SetRetries("0").
		SetFilter(asking).
		Build()
	if err := refer.Init(root); err != nil {
		return nil, err
	}
	refer.Refer(&reply{})
	invoker := refer.GetInvoker()
	return func(ctx context.Context, call call) (any, error) {
		var answer any
		result := invoker.Invoke(ctx, invocation.NewRPCInvocationWithOptions(
			invocation.WithMethodName(call.method),
			invocation.WithArguments(call.arguments),
			invocation.WithReply(&answer),
			invocation.WithAttachments(map[string]interface{}{})))
		return answer, result.Error()
	}, nil
}
