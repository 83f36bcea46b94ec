package io.landbridge.entry;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * What Spring Boot finds in the jar. The 2.x line runs on Boot 2.6 and 2.7 and the 3.x line on Boot
 * 3, which look in different files; both files name this class.
 */
@Configuration(proxyBeanMethods = false)
@Import(EntryRegistrar.class)
public class LandbridgeEntry {}
