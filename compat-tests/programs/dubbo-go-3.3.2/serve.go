package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"dubbo.apache.org/dubbo-go/v3/graceful_shutdown"
	"dubbo.apache.org/dubbo-go/v3/server"
)

const shutdownLimit = 15 * time.Second

// shutdownBySignal is how a provider is ended: here, by a call.
func shutdownBySignal() graceful_shutdown.Option {
	return graceful_shutdown.WithoutInternalSignal()
}

// serve registers everything, then calls then, and deregisters once stop is closed.
func serve(provider *server.Server, then func(), stop <-chan struct{}) error {
	registered := &registeredContext{Context: context.Background(), then: then}
	ended := make(chan error, 1)
	go func() { ended <- provider.ServeContext(registered) }()
	select {
	case err := <-ended:
		return fmt.Errorf("the server ended: %w", err)
	case <-stop:
	}
	limited, cancel := context.WithTimeout(context.Background(), shutdownLimit)
	defer cancel()
	return graceful_shutdown.Shutdown(limited)
}

// registeredContext tells when the server has registered everything: that is when it waits for
// the end of its context for the first time.
type registeredContext struct {
	context.Context
	once sync.Once
	then func()
}

var never = make(chan struct{})

func (c *registeredContext) Done() <-chan struct{} {
	c.once.Do(c.then)
	return never
}
