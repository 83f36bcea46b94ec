package main

import (
	// What dubbo-go finds by name. Not the package imports: that has every registry and protocol.
	_ "dubbo.apache.org/dubbo-go/v3/cluster/cluster/failover"
	_ "dubbo.apache.org/dubbo-go/v3/cluster/cluster/zoneaware"
	_ "dubbo.apache.org/dubbo-go/v3/cluster/loadbalance/random"
	_ "dubbo.apache.org/dubbo-go/v3/filter/graceful_shutdown"
	_ "dubbo.apache.org/dubbo-go/v3/metadata/mapping/metadata"
	_ "dubbo.apache.org/dubbo-go/v3/metadata/report/nacos"
	_ "dubbo.apache.org/dubbo-go/v3/metadata/service/exporter/configurable"
	_ "dubbo.apache.org/dubbo-go/v3/metadata/service/local"
	_ "dubbo.apache.org/dubbo-go/v3/metadata/service/remote"
	_ "dubbo.apache.org/dubbo-go/v3/protocol/dubbo"
	_ "dubbo.apache.org/dubbo-go/v3/proxy/proxy_factory"
	_ "dubbo.apache.org/dubbo-go/v3/registry/directory"
	_ "dubbo.apache.org/dubbo-go/v3/registry/nacos"
	_ "dubbo.apache.org/dubbo-go/v3/registry/protocol"
	_ "dubbo.apache.org/dubbo-go/v3/registry/servicediscovery"

	"dubbo.apache.org/dubbo-go/v3/common/constant"
	"dubbo.apache.org/dubbo-go/v3/config"
)

const registryID = "nacos"

// rootConfig is what providers and consumers have in common; levels is the type of the registry.
func rootConfig(s settings, levels, metadata string) *config.RootConfigBuilder {
	registry := config.NewRegistryConfigBuilder().
		SetProtocol(registryID).
		SetAddress(s["registry"]).
		SetRegistryType(levels).
		AddParam(constant.NacosCacheDirKey, s["home"]+"/nacos/cache").
		AddParam(constant.NacosLogDirKey, s["home"]+"/nacos/logs")
	report := config.NewMetadataReportConfigBuilder().
		SetProtocol(registryID).
		SetAddress(s["registry"]).
		Build()
	if namespace, given := s["namespace"]; given {
		registry.SetNamespace(namespace)
		report.Namespace = namespace
	}
	if group, given := s["group"]; given {
		registry.SetGroup(group)
	}
	shutdown := config.NewShutDownConfigBuilder().
		SetTimeout("1s").
		SetStepTimeout("1s").
		SetOfflineRequestWindowTimeout("100ms").
		SetInternalSignal(false).
		Build()
	shutdown.ConsumerUpdateWaitTime = "100ms"
	return config.NewRootConfigBuilder().
		SetApplication(config.NewApplicationConfigBuilder().
			SetName(s["application"]).
			SetMetadataType(metadata).
			Build()).
		AddRegistry(registryID, registry.Build()).
		SetMetadataReport(report).
		SetLogger(config.NewLoggerConfigBuilder().SetLevel(s.text("log", "info")).Build()).
		SetShutdown(shutdown)
}
