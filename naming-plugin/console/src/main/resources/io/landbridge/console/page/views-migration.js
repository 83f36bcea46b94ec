// The overview, the waves and the bridge.

import { useMemo, useState } from "preact/hooks";
import { ApiError, readAll } from "./api.js";
import { counts, isLegacyClient, PHASES, readConsumers } from "./data.js";
import { moment, number, t } from "./i18n.js";
import {
  Badge,
  Card,
  contains,
  Facts,
  Filter,
  html,
  Lines,
  Loading,
  Shown,
  StateBar,
  useReading,
  useStore,
} from "./parts.js";
import { Table } from "./table.js";

const CONSUMERS_MILLIS = 60_000;
const DIFFERENCES_MILLIS = 15_000;
const MOST_DIFFERENCES = 5_000;

const KINDS = { ACTIVE: "good", SUSPENDED: "warn", DISABLED: "bad" };

/** What the plugin does. */
export const PluginBadge = ({ status }) =>
  html`<${Badge} kind=${KINDS[status.state] ?? "warn"}>${t(`plugin.${status.state}`)}<//>`;

/** How many different clients. @param {import("./data.js").Consumer[]} all */
const clients = (all) => new Set(all.map((it) => `${it.ip}:${it.port}`)).size;

/** The first page. */
export function Overview() {
  const store = useStore();
  const { status, group, bridge, applications, applicationsRead, lock } = store;
  const { consumers, consumersComplete } = store;
  useReading(readConsumers, CONSUMERS_MILLIS);
  const counted = useMemo(() => counts(applications.values()), [applications]);
  const old = useMemo(() => clients(consumers.filter(isLegacyClient)), [consumers]);
  const interfaces = useMemo(
    () => clients(consumers.filter((it) => it.level === "INTERFACE")),
    [consumers],
  );
  const troubled = useMemo(
    () => [...applications.values()].filter((it) => it.problems.length).length,
    [applications],
  );
  if (!status) {
    return html`<${Loading} />`;
  }
  // Of very many consumers only the first are read.
  const atLeast = (/** @type {number} */ count) => `${number(count)}${consumersComplete ? "" : "+"}`;
  return html`<div class="cards">
    <${Card} title=${t("overview.plugin")} href="#/cluster">
      <p><${PluginBadge} status=${status} /> ${status.reason}</p>
      <${Facts}
        rows=${[
          [t("member"), status.member],
          [
            t("overview.leader"),
            status.leader ? t("overview.thisLeads") : group?.leader || t("overview.noLeader"),
          ],
          ["Landbridge", status.pluginVersion],
          ["Nacos", status.server.replace(/^Nacos /, "")],
        ]}
      />
    <//>
    <${Card} title=${t("overview.translation")} href="#/applications">
      ${applicationsRead
        ? html`<p>
              ${t("overview.translated", number(counted.TRANSLATED), number(applications.size))}
            </p>
            <${StateBar} counted=${counted} total=${applications.size} />`
        : html`<${Loading} />`}
    <//>
    <${Card} title=${t("overview.run")} href="#/waves"><${RunLine} lock=${lock} /><//>
    <${Card} title=${t("overview.moving")} href="#/consumers">
      <${Facts}
        rows=${[
          [
            t("overview.oldClients"),
            html`<a class="figure" href="#/consumers?old">${atLeast(old)}</a>`,
          ],
          [
            t("overview.interfaceLevel"),
            html`<a class="figure" href="#/consumers?interface">${atLeast(interfaces)}</a>`,
          ],
        ]}
      />
    <//>
    <${Card} title=${t("nav.hazards")} href="#/hazards">
      <${Facts}
        rows=${[
          [t("overview.problems"), figure(troubled)],
          [t("overview.lossesHere"), figure(status.untranslatableTotal)],
          [t("overview.held"), figure(status.held.instances)],
        ]}
      />
    <//>
    <${Card} title=${t("nav.bridge")} href="#/bridge">
      ${!bridge || bridge.phase === "OFF"
        ? html`<p>${t("overview.noBridge")}</p>`
        : html`<p>
              <${Badge} kind=${bridge.problems.length ? "bad" : "good"}>${t(`phase.${bridge.phase}`)}<//>
              ${bridge.paused ? html` <${Badge} kind="warn">${t("bridge.paused")}<//>` : null}
            </p>
            <${Facts}
              rows=${[
                [t("bridge.lag"), lag(bridge)],
                [t("bridge.differences"), number(bridge.differences)],
                [t("bridge.waiting"), number(bridge.export.waiting)],
              ]}
            />`}
    <//>
  </div>`;
}

/** @param {number} value */
const figure = (value) => html`<strong class="figure">${number(value)}</strong>`;

/** How old the reading of the legacy cluster is. @param {any} bridge */
const lag = (bridge) =>
  bridge.legacy.lagMillis < 0 ? t("bridge.lagElsewhere") : `${number(bridge.legacy.lagMillis)} ms`;

/** @param {any} lock */
const isCurrent = (lock) => lock !== null && lock.until > Date.now();

/** One line about the run. */
function RunLine({ lock }) {
  if (!lock) {
    return html`<p>${t("waves.none")}</p>`;
  }
  const run = lock.run;
  return html`<p>
      ${isCurrent(lock)
        ? html`<${Badge} kind=${run && run.state.phase !== "RUNNING" ? "warn" : "good"}
            >${t(`waves.${run?.state.phase ?? "RUNNING"}`)}<//
          >`
        : html`<${Badge} kind="plain">${t("waves.ended")}<//>`}
      ${run?.state.waves ? ` ${t("waves.of", run.state.wave, run.state.waves)}` : ""}
    </p>
    <p class="quiet">${lock.doing} · ${lock.name} · ${lock.host}</p>`;
}

/** The waves of the last run, and how far each namespace is. */
export function Waves() {
  const { lock, status, applications, applicationsRead } = useStore();
  /** @type {Map<string, import("./data.js").Application[]>} */
  const namespaces = useMemo(() => {
    const by = new Map();
    for (const each of applications.values()) {
      by.set(each.namespace, [...(by.get(each.namespace) ?? []), each]);
    }
    return by;
  }, [applications]);
  if (!status) {
    return html`<${Loading} />`;
  }
  const run = lock?.run?.state;
  const orders = lock?.run?.orders;
  const given = orders
    ? [
        ...(orders.paused ? [t("waves.paused")] : []),
        ...(orders.stopped ? [t("waves.stopped")] : []),
        ...(orders.throttleSeconds == null ? [] : [t("waves.throttle", orders.throttleSeconds)]),
        ...(orders.skipped ?? []).map((/** @type {string} */ it) => t("waves.skipped", it)),
      ]
    : [];
  return html`<h2>${isCurrent(lock) ? t("waves.current") : t("waves.last")}</h2>
    ${!lock
      ? html`<p class="quiet">${t("waves.none")}</p>`
      : html`<div class="card wide">
          <${RunLine} lock=${lock} />
          ${run
            ? html`${run.waves
                  ? html`<progress
                      max=${run.waves}
                      value=${run.wave}
                      aria-label=${t("waves.of", run.wave, run.waves)}
                    ></progress>`
                  : null}
                <${Facts}
                  rows=${[
                    [t("waves.application"), run.application || t("none")],
                    [t("waves.waiting"), number(run.waitingTotal ?? 0)],
                    [t("waves.reason"), run.reason || t("none")],
                    [
                      t("waves.orders"),
                      given.length
                        ? `${given.join(", ")} ${t("waves.orderedBy", orders.by)}`
                        : t("none"),
                    ],
                  ]}
                />
                ${run.waiting?.length
                  ? html`<h3>${t("waves.waiting")}</h3>
                    <div class="long" tabindex="0" role="region" aria-label=${t("waves.waiting")}>
                      <${Lines} lines=${run.waiting} />
                    </div>`
                  : null}`
            : null}
        </div>`}
    <h2>${t("waves.namespaces")}</h2>
    ${!applicationsRead
      ? html`<${Loading} />`
      : html`<div class="cards">
          ${[...namespaces].sort(([a], [b]) => (a < b ? -1 : 1)).map(([namespace, all]) => {
            const counted = counts(all);
            return html`<section class="card" key=${namespace}>
              <h3>${namespace}</h3>
              <p>${t("overview.translated", number(counted.TRANSLATED), number(all.length))}</p>
              <${StateBar} counted=${counted} total=${all.length} />
            </section>`;
          })}
        </div>`}`;
}

/** Phase, lag and differences. */
export function Bridge() {
  const { bridge, status } = useStore();
  const [differences, setDifferences] = useState(/** @type {any[]|null} */ (null));
  const [refusal, setRefusal] = useState("");
  const [text, setText] = useState("");
  const phase = bridge?.phase ?? "OFF";
  useReading(
    async (signal) => {
      if (phase === "OFF") {
        return;
      }
      try {
        const all = await readAll("bridge/differences", {}, MOST_DIFFERENCES, signal, "cursor");
        setDifferences(all.items);
        setRefusal("");
      } catch (e) {
        if (!(e instanceof ApiError) || e.isLogin || e.status === 0) {
          throw e;
        }
        setRefusal(e.message);
      }
    },
    DIFFERENCES_MILLIS,
    [phase],
  );
  const rows = useMemo(() => {
    const has = contains(text);
    return (differences ?? []).filter((it) =>
      has(it.namespace, it.service, it.ip, it.field, it.here, it.there, it.reason),
    );
  }, [differences, text]);
  if (!status) {
    return html`<${Loading} />`;
  }
  if (!bridge) {
    return html`<p>${t("bridge.unavailable")}</p>`;
  }
  const at = PHASES.indexOf(bridge.phase);
  const text2 = (/** @type {string} */ key, /** @type {string} */ title, grow = 12, wide = false) => ({
    key,
    title,
    cell: (/** @type {any} */ it) => String(it[key]),
    sort: (/** @type {any} */ it) => it[key],
    grow,
    wide,
  });
  return html`<ol class="phases" aria-label=${t("bridge.phase")}>
      ${PHASES.map(
        (each, index) =>
          html`<li
            class=${index < at ? "past" : index === at ? "now" : "ahead"}
            aria-current=${index === at ? "step" : undefined}
          >
            ${t(`phase.${each}`)} <code>${each}</code>
          </li>`,
      )}
    </ol>
    ${bridge.paused ? html`<p><${Badge} kind="warn">${t("bridge.paused")}<//></p>` : null}
    ${bridge.problems.map((/** @type {string} */ each) => html`<p class="problem">${each}</p>`)}
    ${bridge.phase === "OFF"
      ? html`<p class="quiet">${t("overview.noBridge")}</p>`
      : html`<div class="card wide">
            <${Facts}
              rows=${[
                [t("bridge.servers"), bridge.servers.join(", ") || t("none")],
                [t("bridge.active"), bridge.active || t("none")],
                [t("bridge.lag"), lag(bridge)],
                [
                  t("bridge.imported"),
                  t(
                    "bridge.counted",
                    number(bridge.imported.instances),
                    number(bridge.imported.services),
                  ),
                ],
                [t("bridge.exported"), number(bridge.export.instances)],
                [t("bridge.waiting"), number(bridge.export.waiting)],
                [t("bridge.held"), number(bridge.held)],
                [
                  t("bridge.compared"),
                  `${number(bridge.comparison.services)}, ${number(bridge.comparison.differing)} ${t("bridge.differing")}`,
                ],
                [
                  t("bridge.equalSince"),
                  bridge.comparison.equalSince ? moment(bridge.comparison.equalSince) : t("none"),
                ],
                [t("bridge.differences"), number(bridge.differences)],
                [t("bridge.lasting"), number(bridge.lasting)],
              ]}
            />
          </div>
          <h2>${t("bridge.differences")}</h2>
          ${refusal
            ? html`<p class="quiet">${refusal}</p>`
            : differences === null
              ? html`<${Loading} />`
              : differences.length === 0
                ? html`<p class="quiet">${t("bridge.same")}</p>`
                : html`<div class="tools">
                      <${Filter} value=${text} onInput=${setText} />
                      <${Shown} shown=${rows.length} all=${differences.length} />
                    </div>
                    <${Table}
                      label=${t("bridge.differences")}
                      rows=${rows}
                      rowKey=${(/** @type {any} */ it) => JSON.stringify(it)}
                      columns=${[
                        text2("service", t("consumers.service"), 26),
                        {
                          key: "address",
                          title: t("app.address"),
                          cell: (/** @type {any} */ it) => (it.port ? `${it.ip}:${it.port}` : it.ip),
                          grow: 18,
                        },
                        text2("field", t("bridge.field"), 12),
                        text2("here", t("bridge.here"), 12),
                        text2("there", t("bridge.there"), 12),
                        text2("reason", t("bridge.reason"), 20, true),
                      ]}
                    />`}`}`;
}
