package main

import (
	"dubbo.apache.org/dubbo-go/v3/protocol"
)

// What a filter is handed, by the names that this version has for it.
type (
	rpcInvoker    = protocol.Invoker
	rpcInvocation = protocol.Invocation
	rpcResult     = protocol.Result
)
