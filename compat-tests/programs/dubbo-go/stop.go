package main

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"strings"

	"dubbo.apache.org/dubbo-go/v3/common/constant"
)

const loopback = "127.0.0.1"

func freePort() (int, error) {
	listener, err := net.Listen("tcp", loopback+":0")
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}

func ready(application, run string, ports map[string]any) map[string]any {
	return map[string]any{
		"event":       "ready",
		"application": application,
		"run":         run,
		"pid":         os.Getpid(),
		"dubbo":       constant.Version,
		"ports":       ports,
	}
}

// awaitStop waits for the line "stop", or the end of standard input.
func awaitStop(stop chan<- struct{}) {
	defer close(stop)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "stop" {
			return
		}
		fmt.Fprintf(os.Stderr, "provider: unknown command '%s', use: stop\n", lines.Text())
	}
}
