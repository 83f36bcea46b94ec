package main

import (
	"dubbo.apache.org/dubbo-go/v3/protocol/base"
	"dubbo.apache.org/dubbo-go/v3/protocol/result"
)

// What a filter is handed, by the names that this version has for it.
type (
	rpcInvoker    = base.Invoker
	rpcInvocation = base.Invocation
	rpcResult     = result.Result
)
