// Command program is a dubbo-go provider or consumer of the services of demo, for the end-to-end
// tests. It takes the same key=value settings and speaks the same lines of JSON as ProviderMain and
// ConsumerMain of compat-tests/programs/program.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

const (
	badSettings  = 2
	somethingBad = 1
)

func main() {
	events := &events{out: os.Stdout}
	// Whatever a library prints goes to the log.
	os.Stdout = os.Stderr
	run, keys := role()
	settings, err := parse(keys, os.Args[2:])
	if err == nil {
		err = isolate(settings)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, os.Args[1]+": "+err.Error())
		os.Exit(badSettings)
	}
	if err := run(settings, events); err != nil {
		fmt.Fprintln(os.Stderr, os.Args[1]+": "+err.Error())
		os.Exit(somethingBad)
	}
	os.Exit(0)
}

func role() (func(settings, *events) error, []string) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "provider":
			return provide, providerKeys
		case "consumer":
			return consume, consumerKeys
		}
	}
	fmt.Fprintln(os.Stderr, "usage: program provider|consumer key=value ...")
	os.Exit(badSettings)
	return nil, nil
}

// settings are the key=value arguments of a program.
type settings map[string]string

var name = regexp.MustCompile(`^[A-Za-z0-9._-]{1,100}$`)

func parse(known []string, arguments []string) (settings, error) {
	values := settings{}
	for _, argument := range arguments {
		key, value, found := strings.Cut(argument, "=")
		if !found || !slices.Contains(known, key) {
			return nil, fmt.Errorf("argument '%s' is not key=value with one of the keys %s",
				argument, strings.Join(known, ", "))
		}
		if _, twice := values[key]; twice {
			return nil, fmt.Errorf("setting '%s' is given twice", key)
		}
		values[key] = value
	}
	for _, required := range []string{"registry", "application", "home"} {
		if values[required] == "" {
			return nil, fmt.Errorf("setting '%s' is missing: add %s=VALUE", required, required)
		}
	}
	for _, key := range []string{"application", "run"} {
		if value, given := values[key]; given && !name.MatchString(value) {
			return nil, fmt.Errorf("setting '%s' is '%s': use 1 to 100 letters, digits, dots, hyphens"+
				" and underscores", key, value)
		}
	}
	return values, nil
}

func (s settings) text(key, otherwise string) string {
	if value, given := s[key]; given {
		return value
	}
	return otherwise
}

func (s settings) number(key string, otherwise int) (int, error) {
	number, err := strconv.Atoi(s.text(key, strconv.Itoa(otherwise)))
	if err != nil {
		return 0, fmt.Errorf("setting '%s' is '%s': use a number", key, s[key])
	}
	return number, nil
}

// isolate keeps everything that is written inside one directory.
func isolate(s settings) error {
	if err := os.MkdirAll(s["home"], 0o755); err != nil {
		return err
	}
	if err := os.Setenv("HOME", s["home"]); err != nil {
		return err
	}
	return os.Chdir(s["home"])
}

// events is what a program says, one JSON object per line. Safe for several goroutines.
type events struct {
	mutex sync.Mutex
	out   *os.File
}

func (e *events) emit(event map[string]any) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	line, err := json.Marshal(event)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(e.out, string(line))
}
