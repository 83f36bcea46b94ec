package wrong.io.landbridge.front.nacos3.config;

import jakarta.servlet.http.HttpServletRequest;

/** Configurations that know of servlets. */
public record ServingConfigs(HttpServletRequest request) {}
