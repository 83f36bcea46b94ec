package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"dubbo.apache.org/dubbo-go/v3"
	"dubbo.apache.org/dubbo-go/v3/common/constant"
	"dubbo.apache.org/dubbo-go/v3/graceful_shutdown"
	"dubbo.apache.org/dubbo-go/v3/logger"
	"dubbo.apache.org/dubbo-go/v3/protocol"
	"dubbo.apache.org/dubbo-go/v3/registry"
	"dubbo.apache.org/dubbo-go/v3/server"
)

// What a provider is told, as ProviderMain describes it; what dubbo-go has no counterpart for is
// missing. Its register-mode is "instance" by default, as is dubbo-go's.
var providerKeys = []string{
	"registry", "application", "home", "run", "namespace", "group", "protocols", "port",
	"register-mode", "metadata-type", "services", "log",
}

func provide(s settings, events *events) error {
	levels, found := map[string]registry.Option{
		"interface": registry.WithRegisterInterface(),
		"instance":  registry.WithRegisterService(),
		"all":       registry.WithRegisterServiceAndInterface(),
	}[s.text("register-mode", "instance")]
	if !found {
		return fmt.Errorf("register-mode is '%s': use interface, instance or all", s["register-mode"])
	}
	run := s.text("run", strconv.Itoa(os.Getpid()))
	sayWho(identity(s["application"], run))

	ports, options, err := protocols(s)
	if err != nil {
		return err
	}
	options = append(options,
		dubbo.WithName(s["application"]),
		dubbo.WithRegistry(registryOptions(s, levels)...),
		dubbo.WithLogger(logger.WithLevel(s.text("log", "info"))),
		dubbo.WithShutdown(
			shutdownBySignal(),
			graceful_shutdown.WithTimeout(time.Second),
			graceful_shutdown.WithStepTimeout(time.Second),
			graceful_shutdown.WithConsumerUpdateWaitTime(100*time.Millisecond),
			graceful_shutdown.WithOfflineRequestWindowTimeout(100*time.Millisecond)))
	if s.text("metadata-type", "local") == "remote" {
		options = append(options, dubbo.WithRemoteMetadata())
	} else {
		// It listens on every address, where the port of the services is in use on one.
		metadataPort, err := freePort()
		if err != nil {
			return err
		}
		options = append(options, dubbo.WithMetadataServicePort(metadataPort))
	}
	instance, err := dubbo.NewInstance(options...)
	if err != nil {
		return err
	}
	provider, err := instance.NewServer(serverOptions()...)
	if err != nil {
		return err
	}
	packageName := s.text("services", usual)
	for _, offer := range []struct {
		service service
		handler any
	}{
		{greet(packageName), &Greeting{run}},
		{order(packageName), &Ordering{run}},
		{plain(packageName), &Plain{run}},
	} {
		if err := provider.RegisterService(offer.handler,
			server.WithInterface(offer.service.name),
			server.WithGroup(offer.service.group),
			server.WithVersion(offer.service.version),
			server.WithSerialization(constant.Hessian2Serialization),
			server.WithFilter(answering)); err != nil {
			return err
		}
	}

	stop := make(chan struct{})
	go awaitStop(stop)
	return serve(provider, func() { events.emit(ready(s["application"], run, ports)) }, stop)
}

// protocols are the ports in the order given, and the options that open them.
func protocols(s settings) (map[string]any, []dubbo.InstanceOption, error) {
	wanted, err := s.number("port", 0)
	if err != nil {
		return nil, nil, err
	}
	ports := map[string]any{}
	options := []dubbo.InstanceOption{}
	for _, each := range strings.Split(s.text("protocols", constant.DubboProtocol), ",") {
		port := wanted
		wanted = 0
		if port == 0 {
			if port, err = freePort(); err != nil {
				return nil, nil, err
			}
		}
		ports[each] = port
		options = append(options, dubbo.WithProtocol(
			protocol.WithProtocol(each),
			protocol.WithID(each),
			protocol.WithIp(loopback),
			protocol.WithPort(port)))
	}
	return ports, options, nil
}
