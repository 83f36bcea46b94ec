// One application: both models, what consumers see, instances, consumers.

import { useMemo, useState } from "preact/hooks";
import { answered, ApiError, readAll } from "./api.js";
import { keyOf, seen, serviceOf } from "./data.js";
import { calls } from "./graph.js";
import { moment, number, t } from "./i18n.js";
import { Badge, Choice, Facts, html, Lines, Loading, StateBadge, useReading, useStore } from "./parts.js";
import { Table } from "./table.js";
import { consumerColumns, consumerKey, GraphLegend, OfThisMember, Picture } from "./views-lists.js";

const MILLIS = 10_000;
const MOST = 5_000;

const SIGNS = { native: "●", derived: "◐", none: "–" };

/** Whether an address is seen, and as what. */
const Seen = ({ as }) =>
  html`<span class=${`seen seen-${as}`}
    ><span aria-hidden="true">${SIGNS[as]}</span> ${t(`app.sees.${as}`)}</span
  >`;

/** @param {{namespace: string, application: string}} _ */
export function ApplicationPage({ namespace, application }) {
  const { applications, applicationsRead } = useStore();
  const of = applications.get(keyOf({ namespace, application }));
  const [instances, setInstances] = useState(/** @type {any[]|null} */ (null));
  const [consumers, setConsumers] = useState(/** @type {any[]} */ ([]));
  const [chosen, setChosen] = useState("");
  const [views, setViews] = useState(/** @type {ReturnType<typeof seen>|null} */ (null));
  const service = of?.interfaces.includes(chosen) ? chosen : (of?.interfaces[0] ?? "");
  const group = instances?.[0]?.group ?? "";

  useReading(
    async (signal) => {
      try {
        const all = await readAll("instances", { namespace, application }, MOST, signal);
        const heard = await readAll("consumers", { namespace, application }, MOST, signal);
        setInstances(all.items);
        setConsumers(heard.items.filter((each) => !each.provides));
      } catch (e) {
        if (!(e instanceof ApiError) || e.status !== 404) {
          throw e;
        }
        setInstances([]);
      }
    },
    MILLIS,
    [namespace, application],
  );
  useReading(
    async (signal) => {
      if (group) {
        const [one, other] = await Promise.all([
          service ? answered({ namespace, group, service: serviceOf(service) }, signal) : [],
          answered({ namespace, group, service: application }, signal),
        ]);
        setViews(seen(one, other));
      }
    },
    MILLIS,
    [namespace, application, group, service],
  );
  const around = useMemo(() => {
    const graph = calls(applications.values(), consumers);
    const key = keyOf({ namespace, application });
    const edges = graph.edges.filter((each) => each.to === key);
    const keys = new Set([key, ...edges.map((each) => each.from)]);
    return { nodes: [...graph.nodes.values()].filter((each) => keys.has(each.key)), edges };
  }, [applications, consumers, namespace, application]);

  if (!applicationsRead) {
    return html`<${Loading} />`;
  }
  if (!of) {
    return html`<p>${t("app.unknown", application)}</p>
      <p><a href="#/applications">${t("app.back")}</a></p>`;
  }
  const healthy = instances?.filter((each) => each.healthy && each.enabled).length ?? 0;
  return html`<p><a href="#/applications">${t("app.back")}</a></p>
    <div class="cards">
      <section class="card wide">
        <${Facts}
          rows=${[
            [t("app.state"), html`<${StateBadge} state=${of.state} />`],
            [t("app.namespace"), of.namespace],
            [t("app.instances"), number(of.instances)],
            [t("app.imported"), number(of.imported)],
            [t("app.since"), of.since ? moment(of.since) : t("app.never")],
          ]}
        />
        ${of.forced ? html`<p class="problem">${t("app.forced")}</p>` : null}
        ${of.problems.map((each) => html`<p class="problem">${each}</p>`)}
      </section>
    </div>
    <h2>${t("app.models")}</h2>
    <div class="cards two">
      <section class="card">
        <h3>${t("app.interfaceModel")}</h3>
        <p class="quiet">${t("app.interfaceModelIs")}</p>
        <p>${t("app.services")}: <strong>${number(of.interfaces.length)}</strong></p>
        <div class="long" tabindex="0" role="region" aria-label=${t("app.interfaces")}>
          <${Lines} lines=${of.interfaces.map((each) => html`<code>${each}</code>`)} />
        </div>
      </section>
      <section class="card">
        <h3>${t("app.applicationModel")}</h3>
        <p class="quiet">${t("app.applicationModelIs")}</p>
        <p>
          ${t("app.service")}: <code>${of.application}</code> · ${t("app.instances")}: <strong
            >${number(of.instances)}</strong
          >
          ${instances
            ? html` · ${t("app.health")}: <strong>${number(healthy)}</strong>`
            : null}
        </p>
        <p>${t("app.revisions")}</p>
        <${Lines} lines=${of.revisions.map((each) => html`<code>${each}</code>`)} />
      </section>
    </div>
    <h2>${t("app.sees")}</h2>
    <p class="quiet">${t("app.seesIs")}</p>
    ${of.interfaces.length
      ? html`<div class="tools">
          <${Choice}
            label=${t("app.interface")}
            value=${service}
            onChange=${setChosen}
            options=${of.interfaces.map((each) => [each, each])}
          />
        </div>`
      : null}
    ${views === null
      ? html`<${Loading} />`
      : views.length === 0
        ? html`<p class="quiet">${t("app.sees.nothing")}</p>`
        : html`<${Table}
            label=${t("app.sees")}
            rows=${views}
            rowKey=${(/** @type {any} */ it) => it.address}
            columns=${[
              {
                key: "address",
                title: t("app.address"),
                cell: (/** @type {any} */ it) => it.address,
                grow: 34,
              },
              {
                key: "interface",
                title: t("app.interfaceConsumers"),
                cell: (/** @type {any} */ it) => html`<${Seen} as=${it.interfaceLevel} />`,
                sort: (/** @type {any} */ it) => it.interfaceLevel,
                grow: 33,
              },
              {
                key: "application",
                title: t("app.applicationConsumers"),
                cell: (/** @type {any} */ it) => html`<${Seen} as=${it.applicationLevel} />`,
                sort: (/** @type {any} */ it) => it.applicationLevel,
                grow: 33,
              },
            ]}
          />`}
    <h2>${t("app.instances")}</h2>
    ${instances === null
      ? html`<${Loading} />`
      : html`<${Table}
          label=${t("app.instances")}
          rows=${instances}
          rowKey=${(/** @type {any} */ it) => JSON.stringify([it.group, it.cluster, it.ip, it.port])}
          columns=${[
            {
              key: "address",
              title: t("app.address"),
              cell: (/** @type {any} */ it) => `${it.ip}:${it.port}`,
              sort: (/** @type {any} */ it) => it.ip,
              grow: 22,
            },
            {
              key: "origin",
              title: t("app.origin"),
              cell: (/** @type {any} */ it) => t(`origin.${it.origin}`),
              sort: (/** @type {any} */ it) => it.origin,
              grow: 18,
            },
            {
              key: "healthy",
              title: t("app.health"),
              cell: (/** @type {any} */ it) =>
                it.healthy && it.enabled
                  ? html`<${Badge} kind="good">${t("yes")}<//>`
                  : html`<${Badge} kind="bad">${t("no")}<//>`,
              sort: (/** @type {any} */ it) => it.healthy && it.enabled,
              grow: 12,
            },
            {
              key: "endpoints",
              title: t("app.endpoints"),
              cell: (/** @type {any} */ it) =>
                it.endpoints
                  .map((/** @type {any} */ each) => `${each.protocol} ${each.port}`)
                  .join(", "),
              grow: 18,
            },
            {
              key: "revision",
              title: t("app.revision"),
              cell: (/** @type {any} */ it) => it.revision,
              wide: true,
              grow: 16,
            },
            {
              key: "owner",
              title: t("app.owner"),
              cell: (/** @type {any} */ it) => it.owner,
              wide: true,
              grow: 14,
            },
          ]}
        />`}
    <h2>${t("app.callers")}</h2>
    <${OfThisMember} />
    ${around.edges.length
      ? html`<${GraphLegend} /><${Picture} nodes=${around.nodes} edges=${around.edges} />`
      : null}
    ${consumers.length
      ? html`<${Table}
          label=${t("app.callers")}
          rows=${consumers}
          rowKey=${consumerKey}
          columns=${consumerColumns()}
        />`
      : html`<p class="quiet">${t("none")}</p>`}`;
}
