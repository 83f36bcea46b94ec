package main

import (
	"dubbo.apache.org/dubbo-go/v3/client"
	"dubbo.apache.org/dubbo-go/v3/server"
)

// serverOptions are those that this version needs beside its own defaults: none.
func serverOptions() []server.ServerOption {
	return nil
}

// clientOptions are those that this version needs beside its own defaults: none.
func clientOptions() []client.ClientOption {
	return nil
}
