package main

import (
	"fmt"
	"os"
	"syscall"
	"time"

	"dubbo.apache.org/dubbo-go/v3/common/constant"
	"dubbo.apache.org/dubbo-go/v3/common/extension"
	"dubbo.apache.org/dubbo-go/v3/graceful_shutdown"
	"dubbo.apache.org/dubbo-go/v3/protocol/base"
	"dubbo.apache.org/dubbo-go/v3/registry"
	"dubbo.apache.org/dubbo-go/v3/server"
)

const shutdownLimit = 15 * time.Second

// shutdownBySignal is how a provider is ended: this version does so by a signal alone, and exits.
func shutdownBySignal() graceful_shutdown.Option {
	return func(*graceful_shutdown.Options) {}
}

// serve registers everything, then calls then, and deregisters once stop is closed.
func serve(provider *server.Server, then func(), stop <-chan struct{}) error {
	registered := make(chan struct{})
	announceRegistered(registered)
	ended := make(chan error, 1)
	go func() { ended <- provider.Serve() }()
	for {
		select {
		case err := <-ended:
			return fmt.Errorf("the server ended: %w", err)
		case <-registered:
			registered = nil
			then()
		case <-stop:
			if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
				return err
			}
			time.Sleep(shutdownLimit)
			return fmt.Errorf("the shutdown took more than %s", shutdownLimit)
		}
	}
}

// announceRegistered closes registered when the server has registered everything: this version asks
// for the registries to register the application in, last of all.
func announceRegistered(registered chan<- struct{}) {
	original := extension.GetProtocol(constant.RegistryKey)
	extension.SetProtocol(constant.RegistryKey, func() base.Protocol {
		return &watchedRegistries{original, registered}
	})
}

type watchedRegistries struct {
	base.Protocol
	registered chan<- struct{}
}

func (w *watchedRegistries) GetRegistries() []registry.Registry {
	registries := w.Protocol.(registry.RegistryFactory).GetRegistries()
	return append(registries, &lastRegistry{registered: w.registered})
}

// lastRegistry is asked when the others have registered the application.
type lastRegistry struct {
	registry.Registry
	registered chan<- struct{}
}

func (l *lastRegistry) RegisterService() error {
	close(l.registered)
	return nil
}

func (l *lastRegistry) UnRegisterService() error {
	return nil
}
