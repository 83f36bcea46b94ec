package main

import (
	// What dubbo-go finds by name. Not the package imports: that has every registry and protocol.
	_ "dubbo.apache.org/dubbo-go/v3/cluster/cluster/failover"
	_ "dubbo.apache.org/dubbo-go/v3/cluster/loadbalance/random"
	_ "dubbo.apache.org/dubbo-go/v3/filter/graceful_shutdown"
	_ "dubbo.apache.org/dubbo-go/v3/metadata/mapping/metadata"
	_ "dubbo.apache.org/dubbo-go/v3/metadata/report/nacos"
	_ "dubbo.apache.org/dubbo-go/v3/protocol/dubbo"
	_ "dubbo.apache.org/dubbo-go/v3/protocol/triple"
	_ "dubbo.apache.org/dubbo-go/v3/proxy/proxy_factory"
	_ "dubbo.apache.org/dubbo-go/v3/registry/directory"
	_ "dubbo.apache.org/dubbo-go/v3/registry/nacos"
	_ "dubbo.apache.org/dubbo-go/v3/registry/protocol"
	_ "dubbo.apache.org/dubbo-go/v3/registry/servicediscovery"

	"dubbo.apache.org/dubbo-go/v3/common/constant"
	"dubbo.apache.org/dubbo-go/v3/registry"
)

const registryID = "nacos"

// registryOptions says where to register and look, and at which level: what dubbo-go calls the
// type of a registry.
func registryOptions(s settings, levels registry.Option) []registry.Option {
	options := []registry.Option{
		registry.WithNacos(),
		registry.WithID(registryID),
		registry.WithAddress(s["registry"]),
		registry.WithParams(map[string]string{
			constant.NacosCacheDirKey: s["home"] + "/nacos/cache",
			constant.NacosLogDirKey:   s["home"] + "/nacos/logs",
		}),
		levels,
	}
	if namespace, given := s["namespace"]; given {
		options = append(options, registry.WithNamespace(namespace))
	}
	if group, given := s["group"]; given {
		options = append(options, registry.WithGroup(group))
	}
	return options
}
