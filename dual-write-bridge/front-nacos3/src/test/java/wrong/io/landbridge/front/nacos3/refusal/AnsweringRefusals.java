package wrong.io.landbridge.front.nacos3.refusal;

import jakarta.servlet.http.HttpServletResponse;

/** Refusals that know of servlets. */
public record AnsweringRefusals(HttpServletResponse response) {}
