package main

import (
	"context"
	"fmt"
	"strings"

	hessian "github.com/apache/dubbo-go-hessian2"
	gxbig "github.com/dubbogo/gost/math/big"
)

// usual is the package of the interfaces unless a setting says otherwise.
const usual = "demo"

func init() {
	hessian.RegisterPOJO(&Order{})
}

// Order is what demo.Order is in Java.
type Order struct {
	Id    int64
	Total *gxbig.Decimal
	Lines []string
	Run   string
}

// JavaClassName names the class in Java.
func (*Order) JavaClassName() string {
	return "demo.Order"
}

func (o *Order) String() string {
	return fmt.Sprintf("Order %d [%s] %s (run %s)", o.Id, strings.Join(o.Lines, ", "), o.Total, o.Run)
}

// service is the name under which a service is offered.
type service struct {
	name, group, version string
}

func greet(packageName string) service {
	return service{named(packageName, "GreetService"), "grpA", "1.0.0"}
}

func order(packageName string) service {
	return service{named(packageName, "OrderService"), "", "2.0.0"}
}

func plain(packageName string) service {
	return service{named(packageName, "PlainService"), "", ""}
}

func named(packageName, simple string) string {
	if strings.HasSuffix(packageName, "$") {
		return packageName + simple
	}
	return packageName + "." + simple
}

// Greeting implements GreetService.
type Greeting struct{ run string }

func (g *Greeting) Hello(_ context.Context, name string) (string, error) {
	return "Hello " + name + ", this is run " + g.run, nil
}

func (g *Greeting) Add(_ context.Context, a int32, b int32) (int32, error) {
	return a + b, nil
}

func (g *Greeting) Box(_ context.Context, content map[any]any) (map[any]any, error) {
	reversed := map[any]any{}
	for key, values := range content {
		list := elements(values)
		backwards := make([]any, 0, len(list))
		for i := len(list) - 1; i >= 0; i-- {
			backwards = append(backwards, list[i])
		}
		reversed[key] = backwards
	}
	return reversed, nil
}

func (g *Greeting) MethodMapper() map[string]string {
	return map[string]string{"Hello": "hello", "Add": "add", "Box": "box"}
}

// Ordering implements OrderService.
type Ordering struct{ run string }

func (o *Ordering) Find(_ context.Context, id int64) (*Order, error) {
	total, err := gxbig.NewDecFromString(fmt.Sprintf("%d.%02d", id/100, id%100))
	if err != nil {
		return nil, err
	}
	return &Order{
		Id:    id,
		Total: total,
		Lines: []string{fmt.Sprintf("first of %d", id), fmt.Sprintf("second of %d", id)},
		Run:   o.run,
	}, nil
}

// List returns a list without a type: Hessian would make a typed one an array in Java.
func (o *Ordering) List(ctx context.Context, n int32) ([]any, error) {
	orders := make([]any, 0, n)
	for id := int64(1); id <= int64(n); id++ {
		order, err := o.Find(ctx, id)
		if err != nil {
			return nil, err
		}
		orders = append(orders, order)
	}
	return orders, nil
}

func (o *Ordering) MethodMapper() map[string]string {
	return map[string]string{"Find": "find", "List": "list"}
}

// Plain implements PlainService.
type Plain struct{ run string }

func (p *Plain) Ping(_ context.Context, text string) (string, error) {
	return text + " from run " + p.run, nil
}

func (p *Plain) MethodMapper() map[string]string {
	return map[string]string{"Ping": "ping"}
}

// elements are those of a list in whatever form Hessian gave it.
func elements(list any) []any {
	switch typed := list.(type) {
	case []any:
		return typed
	case []int32:
		all := make([]any, 0, len(typed))
		for _, each := range typed {
			all = append(all, each)
		}
		return all
	case []*Order:
		all := make([]any, 0, len(typed))
		for _, each := range typed {
			all = append(all, each)
		}
		return all
	default:
		return nil
	}
}

// call is one call a consumer can make: a method with fixed arguments, whose answer is checked.
type call struct {
	service   service
	method    string
	arguments []any
	right     func(answer any) bool
}

// calls is every method of every service, once.
func calls(packageName string) []call {
	return []call{
		{greet(packageName), "hello", []any{"Ada"}, func(answer any) bool {
			text, ok := answer.(string)
			return ok && strings.HasPrefix(text, "Hello Ada, ")
		}},
		{greet(packageName), "add", []any{int32(20), int32(22)}, func(answer any) bool {
			return answer == int32(42)
		}},
		{greet(packageName), "box",
			[]any{map[any]any{"odd": []any{int32(1), int32(3), int32(5)}}},
			func(answer any) bool {
				box, ok := answer.(map[any]any)
				return ok && fmt.Sprint(elements(box["odd"])) == "[5 3 1]"
			}},
		{order(packageName), "find", []any{int64(7)}, func(answer any) bool {
			order, ok := answer.(*Order)
			return ok && order.Id == 7 && len(order.Lines) == 2
		}},
		{order(packageName), "list", []any{int32(3)}, func(answer any) bool {
			list := elements(answer)
			if len(list) != 3 {
				return false
			}
			order, ok := list[2].(*Order)
			return ok && order.Id == 3
		}},
		{plain(packageName), "ping", []any{"ping"}, func(answer any) bool {
			text, ok := answer.(string)
			return ok && strings.HasPrefix(text, "ping from run ")
		}},
	}
}
