// The views that are lists: applications, consumers, hazards and losses, the graph.

import { useMemo, useState } from "preact/hooks";
import { isLegacyClient, keyOf, readConsumers, readLosses, state, STATES } from "./data.js";
import { calls, layout, part } from "./graph.js";
import { number, t } from "./i18n.js";
import {
  applicationHref,
  Badge,
  Choice,
  contains,
  Filter,
  html,
  Loading,
  Shown,
  StateBadge,
  useReading,
  useStore,
} from "./parts.js";
import { Table } from "./table.js";

const CONSUMERS_MILLIS = 30_000;

/** A name that leads to the page of an application. */
export const ApplicationLink = ({ of }) =>
  html`<a href=${applicationHref(of)}>${of.application}</a>`;

/** What this member's clients tell is not everything. */
export const OfThisMember = () =>
  html`<p class="quiet">${t("member.only", state.status?.member ?? "")}</p>`;

/** All applications. */
export function Applications() {
  const { applications, applicationsRead, applicationsComplete } = useStore();
  const [text, setText] = useState("");
  const [wanted, setWanted] = useState("");
  const all = useMemo(() => [...applications.values()], [applications]);
  const rows = useMemo(() => {
    const has = contains(text);
    return all.filter(
      (each) =>
        (wanted === "" || each.state === wanted) &&
        (has(each.application, each.namespace) || has(...each.interfaces)),
    );
  }, [all, text, wanted]);
  const columns = [
    {
      key: "link",
      title: t("app.application"),
      cell: (/** @type {any} */ it) => html`<${ApplicationLink} of=${it} />`,
      sort: (/** @type {any} */ it) => it.application,
      grow: 30,
    },
    {
      key: "namespace",
      title: t("app.namespace"),
      cell: (/** @type {any} */ it) => it.namespace,
      sort: (/** @type {any} */ it) => it.namespace,
      wide: true,
      grow: 18,
    },
    {
      key: "state",
      title: t("app.state"),
      cell: (/** @type {any} */ it) => html`<${StateBadge} state=${it.state} />`,
      sort: (/** @type {any} */ it) => STATES.indexOf(it.state),
      grow: 18,
    },
    {
      key: "instances",
      title: t("app.instances"),
      cell: (/** @type {any} */ it) => number(it.instances),
      sort: (/** @type {any} */ it) => it.instances,
      end: true,
      grow: 11,
    },
    {
      key: "interfaces",
      title: t("app.interfaces"),
      cell: (/** @type {any} */ it) => number(it.interfaces.length),
      sort: (/** @type {any} */ it) => it.interfaces.length,
      wide: true,
      end: true,
      grow: 11,
    },
    {
      key: "problems",
      title: t("app.problems"),
      cell: (/** @type {any} */ it) =>
        it.problems.length
          ? html`<${Badge} kind="bad">${number(it.problems.length)}<//>`
          : "",
      sort: (/** @type {any} */ it) => it.problems.length,
      wide: true,
      end: true,
      grow: 12,
    },
  ];
  return html`<div class="tools">
      <${Filter} value=${text} onInput=${setText} />
      <${Choice}
        label=${t("app.state")}
        value=${wanted}
        onChange=${setWanted}
        options=${[["", t("state.any")], ...STATES.map((each) => [each, t(`state.${each}`)])]}
      />
      ${applicationsRead ? html`<${Shown} shown=${rows.length} all=${all.length} />` : null}
    </div>
    ${applicationsComplete
      ? null
      : html`<p class="problem">${t("list.incomplete", number(all.length))}</p>`}
    ${applicationsRead
      ? html`<${Table}
          label=${t("nav.applications")}
          rows=${rows}
          columns=${columns}
          rowKey=${keyOf}
          sorted="link"
        />`
      : html`<${Loading} />`}`;
}

/** The columns of a list of consumers. */
export const consumerColumns = () => [
  {
    key: "who",
    title: t("consumers.who"),
    cell: (/** @type {any} */ it) =>
      it.application || it.app || html`<span class="quiet">${t("consumers.unnamed")}</span>`,
    sort: (/** @type {any} */ it) => it.application || it.app,
    grow: 20,
  },
  {
    key: "address",
    title: t("app.address"),
    cell: (/** @type {any} */ it) => `${it.ip}:${it.port}`,
    sort: (/** @type {any} */ it) => it.ip,
    grow: 18,
    wide: true,
  },
  {
    key: "level",
    title: t("graph.level"),
    cell: (/** @type {any} */ it) =>
      html`<${Badge} kind=${it.level === "APPLICATION" ? "good" : "warn"}>${t(`level.${it.level}`)}<//>`,
    sort: (/** @type {any} */ it) => it.level,
    grow: 16,
  },
  {
    key: "protocol",
    title: t("consumers.protocol"),
    cell: (/** @type {any} */ it) =>
      isLegacyClient(it) ? html`<${Badge} kind="warn">1.x HTTP<//>` : "gRPC",
    sort: (/** @type {any} */ it) => it.protocol,
    grow: 16,
  },
  {
    key: "client",
    title: t("consumers.client"),
    cell: (/** @type {any} */ it) => it.client,
    sort: (/** @type {any} */ it) => it.client,
    wide: true,
    grow: 17,
  },
  {
    key: "service",
    title: t("consumers.service"),
    cell: (/** @type {any} */ it) => it.serviceInterface || it.service,
    sort: (/** @type {any} */ it) => it.serviceInterface || it.service,
    grow: 30,
  },
];

/** The identity of a consumer in a list. @param {any} it */
export const consumerKey = (it) =>
  JSON.stringify([it.namespace, it.group, it.service, it.ip, it.port, it.protocol]);

/** Who still uses 1.x, and the interface level. */
export function Consumers({ only }) {
  const { consumers, consumersRead, consumersComplete } = useStore();
  const [text, setText] = useState("");
  const [kind, setKind] = useState(only === "old" || only === "interface" ? only : "all");
  useReading(readConsumers, CONSUMERS_MILLIS);
  const rows = useMemo(() => {
    const has = contains(text);
    return consumers.filter(
      (it) =>
        (kind === "all" || (kind === "old" ? isLegacyClient(it) : it.level === "INTERFACE")) &&
        has(it.application, it.app, it.ip, it.client, it.service, it.namespace),
    );
  }, [consumers, text, kind]);
  return html`<${OfThisMember} />
    <div class="tools">
      <${Filter} value=${text} onInput=${setText} />
      <${Choice}
        label=${t("consumers.show")}
        value=${kind}
        onChange=${setKind}
        options=${["all", "old", "interface"].map((each) => [each, t(`consumers.${each}`)])}
      />
      ${consumersRead ? html`<${Shown} shown=${rows.length} all=${consumers.length} />` : null}
    </div>
    ${consumersComplete
      ? null
      : html`<p class="problem">${t("list.incomplete", number(consumers.length))}</p>`}
    ${consumersRead
      ? html`<${Table}
          label=${t("nav.consumers")}
          rows=${rows}
          columns=${consumerColumns()}
          rowKey=${consumerKey}
        />`
      : html`<${Loading} />`}`;
}

/** What stands in the way. */
export function Hazards() {
  const { applications, losses, lossesRead } = useStore();
  const [text, setText] = useState("");
  useReading(readLosses, CONSUMERS_MILLIS);
  const troubled = [...applications.values()].filter((it) => it.problems.length || it.forced);
  const rows = useMemo(() => {
    const has = contains(text);
    return losses.filter((it) =>
      has(it.kind, it.application, it.service, it.namespace, it.address, it.detail),
    );
  }, [losses, text]);
  /** @type {Map<string, number>} */
  const kinds = new Map();
  losses.forEach((it) => kinds.set(it.kind, (kinds.get(it.kind) ?? 0) + 1));
  const lossColumns = [
    {
      key: "kind",
      title: t("hazards.kind"),
      cell: (/** @type {any} */ it) => html`<code>${it.kind}</code>`,
      sort: (/** @type {any} */ it) => it.kind,
      grow: 20,
    },
    {
      key: "application",
      title: t("app.application"),
      cell: (/** @type {any} */ it) => it.application ?? "",
      sort: (/** @type {any} */ it) => it.application ?? "",
      grow: 15,
    },
    {
      key: "service",
      title: t("consumers.service"),
      cell: (/** @type {any} */ it) => it.service,
      sort: (/** @type {any} */ it) => it.service,
      grow: 25,
    },
    {
      key: "address",
      title: t("app.address"),
      cell: (/** @type {any} */ it) => it.address,
      wide: true,
      grow: 15,
    },
    {
      key: "detail",
      title: t("hazards.detail"),
      cell: (/** @type {any} */ it) => it.detail,
      wide: true,
      grow: 25,
    },
  ];
  return html`<h2>${t("hazards.problems")}</h2>
    ${troubled.length
      ? html`<ul class="lines">
          ${troubled.slice(0, 200).map(
            (it) =>
              html`<li>
                <${ApplicationLink} of=${it} /> <span class="quiet">${it.namespace}</span>
                ${it.problems.map((/** @type {string} */ each) => html`<p>${each}</p>`)}
                ${it.forced ? html`<p>${t("app.forced")}</p>` : null}
              </li>`,
          )}
        </ul>`
      : html`<p class="quiet">${t("hazards.noProblems")}</p>`}
    <h2>${t("hazards.losses")}</h2>
    <${OfThisMember} />
    ${kinds.size
      ? html`<ul class="legend">
          ${[...kinds].sort((a, b) => b[1] - a[1]).map(
            ([kind, count]) => html`<li><code>${kind}</code> ${number(count)}</li>`,
          )}
        </ul>`
      : null}
    ${!lossesRead
      ? html`<${Loading} />`
      : losses.length === 0
        ? html`<p class="quiet">${t("hazards.noLosses")}</p>`
        : html`<div class="tools">
              <${Filter} value=${text} onInput=${setText} />
              <${Shown} shown=${rows.length} all=${losses.length} />
            </div>
            <${Table}
              label=${t("hazards.losses")}
              rows=${rows}
              columns=${lossColumns}
              rowKey=${(/** @type {any} */ it) => JSON.stringify(it)}
            />`}
    <p class="quiet">${t("hazards.more")}</p>`;
}

const BOX = { width: 190, height: 34, gapX: 90, gapY: 14, edge: 12 };
const SAG = 30;
const MOST_NODES = 120;

/** Boxes for applications, lines for calls. */
export function Picture({ nodes, edges }) {
  const placed = layout(nodes, edges);
  const width = placed.columns * (BOX.width + BOX.gapX) - BOX.gapX + 2 * BOX.edge;
  const height = placed.rows * (BOX.height + BOX.gapY) - BOX.gapY + 2 * BOX.edge;
  const x = (/** @type {string} */ key) =>
    BOX.edge + (placed.at.get(key)?.column ?? 0) * (BOX.width + BOX.gapX);
  const y = (/** @type {string} */ key) =>
    BOX.edge + (placed.at.get(key)?.row ?? 0) * (BOX.height + BOX.gapY);
  const path = (/** @type {any} */ { from, to }) => {
    const [x1, y1] = [x(from) + BOX.width, y(from) + BOX.height / 2];
    const [x2, y2] = [x(to), y(to) + BOX.height / 2];
    // A call back to the left, or within a column, swings out; one across columns sags between
    // the boxes on its way.
    const swing = x2 > x1 ? Math.min((x2 - x1) / 2, BOX.gapX) : BOX.gapX;
    const across = Math.round((x2 - x1 - BOX.gapX) / (BOX.width + BOX.gapX));
    const sag = across > 0 ? SAG + 6 * across : 0;
    return `M${x1} ${y1}C${x1 + swing} ${y1 + sag} ${x2 - swing} ${y2 + sag} ${x2} ${y2}`;
  };
  return html`<div class="picture" tabindex="0" role="region" aria-label=${t("graph.drawing")}>
    <svg
      width=${width}
      height=${height}
      viewBox=${`0 0 ${width} ${height}`}
      role="group"
      aria-label=${t("graph.picture", number(nodes.length), number(edges.length))}
    >
      <defs>
        <marker
          id="arrow"
          viewBox="0 0 8 8"
          refX="8"
          refY="4"
          markerUnits="userSpaceOnUse"
          markerWidth="9"
          markerHeight="9"
          orient="auto"
        >
          <path d="M0 0L8 4L0 8Z" fill="context-stroke" />
        </marker>
      </defs>
      ${edges.map(
        (/** @type {any} */ each) => html`<path class=${`call level-${each.level}`} d=${path(each)} />`,
      )}
      ${nodes.map((/** @type {any} */ each) => {
        const box = html`<g transform=${`translate(${x(each.key)} ${y(each.key)})`}>
          <title>${`${each.name} (${each.namespace}): ${t(`state.${each.state}`)}`}</title>
          <rect class=${`node node-${each.state}`} width=${BOX.width} height=${BOX.height} rx="6" />
          <text x="12" y="22">${short(each.name)}</text>
        </g>`;
        return each.state === "CONSUMER"
          ? html`<g key=${each.key}>${box}</g>`
          : html`<a
              key=${each.key}
              href=${applicationHref({ namespace: each.namespace, application: each.name })}
              aria-label=${`${each.name}: ${t(`state.${each.state}`)}`}
              >${box}</a
            >`;
      })}
    </svg>
  </div>`;
}

/** A name that fits a box. @param {string} name */
const short = (name) => (name.length > 24 ? `${name.slice(0, 22)}…` : name);

/** What the colors and lines of the picture mean. */
export const GraphLegend = () =>
  html`<ul class="legend" aria-label=${t("graph.legend")}>
    ${[...STATES, "CONSUMER"].map((each) => html`<li><${StateBadge} state=${each} /></li>`)}
    ${["INTERFACE", "APPLICATION", "BOTH"].map(
      (each) =>
        html`<li>
          <svg width="34" height="10" aria-hidden="true">
            <path class=${`call level-${each}`} d="M1 5H33" />
          </svg>
          ${t(`level.${each}`)}
        </li>`,
    )}
  </ul>`;

/** Who calls whom. */
export function Graph() {
  const { applications, consumers, consumersRead, applicationsRead } = useStore();
  const [text, setText] = useState("");
  useReading(readConsumers, CONSUMERS_MILLIS);
  const graph = useMemo(
    () => calls(applications.values(), consumers),
    [applications, consumers],
  );
  const drawn = useMemo(
    () => part(graph, (node) => contains(text)(node.name), text.trim() === "", MOST_NODES),
    [graph, text],
  );
  const rows = useMemo(() => {
    const has = contains(text);
    return graph.edges.filter(
      (each) =>
        has(graph.nodes.get(each.from)?.name ?? "") || has(graph.nodes.get(each.to)?.name ?? ""),
    );
  }, [graph, text]);
  const name = (/** @type {string} */ key) => graph.nodes.get(key)?.name ?? "";
  const link = (/** @type {string} */ key) => {
    const node = graph.nodes.get(key);
    return !node || node.state === "CONSUMER"
      ? name(key)
      : html`<a href=${applicationHref({ namespace: node.namespace, application: node.name })}
          >${node.name}</a
        >`;
  };
  const columns = [
    {
      key: "from",
      title: t("graph.caller"),
      cell: (/** @type {any} */ it) => link(it.from),
      sort: (/** @type {any} */ it) => name(it.from),
      grow: 33,
    },
    {
      key: "link",
      title: t("graph.provider"),
      cell: (/** @type {any} */ it) => link(it.to),
      sort: (/** @type {any} */ it) => name(it.to),
      grow: 33,
    },
    {
      key: "level",
      title: t("graph.level"),
      cell: (/** @type {any} */ it) => t(`level.${it.level}`),
      sort: (/** @type {any} */ it) => it.level,
      grow: 18,
    },
    {
      key: "clients",
      title: t("graph.clients"),
      cell: (/** @type {any} */ it) => number(it.clients),
      sort: (/** @type {any} */ it) => it.clients,
      end: true,
      grow: 16,
    },
  ];
  if (!consumersRead || !applicationsRead) {
    return html`<${Loading} />`;
  }
  return html`<p class="quiet">${t("graph.is")}</p>
    <${OfThisMember} />
    <div class="tools">
      <${Filter} value=${text} onInput=${setText} />
      <${Shown} shown=${rows.length} all=${graph.edges.length} />
    </div>
    <${GraphLegend} />
    ${drawn.nodes.length
      ? html`<${Picture} nodes=${drawn.nodes} edges=${drawn.edges} />`
      : html`<p class="quiet">${t("graph.none")}</p>`}
    ${drawn.left > 0 ? html`<p class="quiet">${t("graph.left", number(drawn.left))}</p>` : null}
    ${rows.length
      ? html`<${Table}
          label=${t("nav.graph")}
          rows=${rows}
          columns=${columns}
          rowKey=${(/** @type {any} */ it) => JSON.stringify([it.from, it.to])}
        />`
      : null}`;
}
