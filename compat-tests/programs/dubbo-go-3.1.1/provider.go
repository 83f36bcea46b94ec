package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"dubbo.apache.org/dubbo-go/v3/common"
	"dubbo.apache.org/dubbo-go/v3/common/constant"
	"dubbo.apache.org/dubbo-go/v3/config"
)

// What a provider is told, as ProviderMain describes it; what dubbo-go has no counterpart for is
// missing. Its register-mode is "instance" by default, as is dubbo-go's.
var providerKeys = []string{
	"registry", "application", "home", "run", "namespace", "group", "protocols", "port",
	"register-mode", "metadata-type", "services", "log",
}

func provide(s settings, events *events) error {
	levels, found := map[string]string{
		"interface": constant.RegistryTypeInterface,
		"instance":  constant.RegistryTypeService,
		"all":       constant.RegistryTypeAll,
	}[s.text("register-mode", "instance")]
	if !found {
		return fmt.Errorf("register-mode is '%s': use interface, instance or all", s["register-mode"])
	}
	if wanted := s.text("protocols", constant.Dubbo); wanted != constant.Dubbo {
		return fmt.Errorf("protocols is '%s': use dubbo", wanted)
	}
	port, err := s.number("port", 0)
	if err == nil && port == 0 {
		port, err = freePort()
	}
	if err != nil {
		return err
	}
	// It listens on every address, where the port of the services is in use on one.
	metadataPort, err := freePort()
	if err != nil {
		return err
	}
	run := s.text("run", strconv.Itoa(os.Getpid()))
	sayWho(identity(s["application"], run))
	metadata := s.text("metadata-type", constant.DefaultMetadataStorageType)
	root := rootConfig(s, levels, metadata).
		AddProtocol(constant.Dubbo, config.NewProtocolConfigBuilder().
			SetName(constant.Dubbo).
			SetIp(loopback).
			SetPort(strconv.Itoa(port)).
			Build()).
		Build()
	root.Application.MetadataServicePort = strconv.Itoa(metadataPort)
	packageName := s.text("services", usual)
	for _, offer := range []struct {
		service service
		handler common.RPCService
	}{
		{greet(packageName), &Greeting{run}},
		{order(packageName), &Ordering{run}},
		{plain(packageName), &Plain{run}},
	} {
		id := strings.TrimPrefix(fmt.Sprintf("%T", offer.handler), "*main.")
		config.SetProviderService(offer.handler)
		service := config.NewServiceConfigBuilder().
			SetInterface(offer.service.name).
			SetGroup(offer.service.group).
			SetVersion(offer.service.version).
			SetProtocolIDs(constant.Dubbo).
			SetSerialization(constant.Hessian2Serialization).
			Build()
		service.Filter = answering
		root.Provider.Services[id] = service
	}
	// What it cannot register is a panic.
	if err := config.Load(config.WithRootConfig(root)); err != nil {
		return err
	}
	events.emit(ready(s["application"], run, map[string]any{constant.Dubbo: port}))
	stop := make(chan struct{})
	go awaitStop(stop)
	<-stop
	config.BeforeShutdown()
	return nil
}
