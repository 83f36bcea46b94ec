package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"dubbo.apache.org/dubbo-go/v3/common/constant"
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

// readBy is who answered, from the attachment of a response.
func readBy(who any) string {
	if several, is := who.([]string); is {
		return strings.Join(several, "")
	}
	return fmt.Sprint(who)
}
