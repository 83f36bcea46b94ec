package main

import (
	"dubbo.apache.org/dubbo-go/v3/client"
	"dubbo.apache.org/dubbo-go/v3/server"
)

// serverOptions take away the settings of TLS that nobody made: this version takes them for
// wanted, and then listens nowhere.
func serverOptions() []server.ServerOption {
	return []server.ServerOption{server.SetServerTLS(nil)}
}

// clientOptions do the same for calls.
func clientOptions() []client.ClientOption {
	return []client.ClientOption{client.SetClientTLS(nil)}
}
