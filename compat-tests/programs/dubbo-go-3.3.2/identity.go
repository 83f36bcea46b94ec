package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"dubbo.apache.org/dubbo-go/v3/common/constant"
	"dubbo.apache.org/dubbo-go/v3/common/extension"
	"dubbo.apache.org/dubbo-go/v3/filter"
	"dubbo.apache.org/dubbo-go/v3/protocol/base"
	"dubbo.apache.org/dubbo-go/v3/protocol/result"
)

const (
	// attachment of a response: who answers.
	attachment = "landbridge-answered-by"

	answering = "landbridge-answering"
	asking    = "landbridge-asking"
)

// identity is who answers, as every response carries it: application/run/pid/dubbo.
func identity(application, run string) string {
	return strings.Join(
		[]string{application, run, strconv.Itoa(os.Getpid()), constant.Version}, "/")
}

// answered is where the attachment of a response goes; in the context of a call.
type answered struct{ by string }

type answeredKey struct{}

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
	ctx context.Context, invoker base.Invoker, invocation base.Invocation,
) result.Result {
	return invoker.Invoke(ctx, invocation)
}

func (f sayingFilter) OnResponse(
	_ context.Context, response result.Result, _ base.Invoker, _ base.Invocation,
) result.Result {
	response.AddAttachment(attachment, f.text)
	return response
}

type readingFilter struct{}

func (readingFilter) Invoke(
	ctx context.Context, invoker base.Invoker, invocation base.Invocation,
) result.Result {
	return invoker.Invoke(ctx, invocation)
}

func (readingFilter) OnResponse(
	ctx context.Context, response result.Result, _ base.Invoker, _ base.Invocation,
) result.Result {
	if into, wanted := ctx.Value(answeredKey{}).(*answered); wanted {
		switch who := response.Attachment(attachment, "").(type) {
		case []string:
			into.by = strings.Join(who, "")
		default:
			into.by = fmt.Sprint(who)
		}
	}
	return response
}
