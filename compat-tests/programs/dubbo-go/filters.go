package main

import (
	"context"

	"dubbo.apache.org/dubbo-go/v3/common/extension"
	"dubbo.apache.org/dubbo-go/v3/filter"
)

// sayWho makes every response of this process carry who answers.
func sayWho(text string) {
	extension.SetFilter(answering, func() filter.Filter { return sayingFilter{text} })
}

// readWho makes every call of this process learn who answered.
func readWho() {
	extension.SetFilter(asking, func() filter.Filter { return readingFilter{} })
}

type sayingFilter struct{ text string }

func (f sayingFilter) Invoke(
	ctx context.Context, invoker rpcInvoker, invocation rpcInvocation,
) rpcResult {
	return invoker.Invoke(ctx, invocation)
}

func (f sayingFilter) OnResponse(
	_ context.Context, response rpcResult, _ rpcInvoker, _ rpcInvocation,
) rpcResult {
	response.AddAttachment(attachment, f.text)
	return response
}

type readingFilter struct{}

func (readingFilter) Invoke(
	ctx context.Context, invoker rpcInvoker, invocation rpcInvocation,
) rpcResult {
	return invoker.Invoke(ctx, invocation)
}

func (readingFilter) OnResponse(
	ctx context.Context, response rpcResult, _ rpcInvoker, _ rpcInvocation,
) rpcResult {
	if into, wanted := ctx.Value(answeredKey{}).(*answered); wanted {
		into.by = readBy(response.Attachment(attachment, ""))
	}
	return response
}
