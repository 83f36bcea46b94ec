// Catalog and members, with suspension; and the metrics.

import { useMemo, useState } from "preact/hooks";
import { change } from "./api.js";
import { Chart } from "./chart.js";
import { set, state } from "./data.js";
import { moment, number, size, t } from "./i18n.js";
import { Badge, Confirm, Facts, html, Loading, useStore } from "./parts.js";
import { PluginBadge } from "./views-migration.js";

/** @param {boolean} is */
const sign = (is) =>
  is
    ? html`<${Badge} kind="good">${t("yes")}<//>`
    : html`<${Badge} kind="bad">${t("no")}<//>`;

/** The console of another member, which this page does not talk to. @param {string} member */
const consoleOf = (member) => `${location.protocol}//${member}${location.pathname}`;

/** Whether an address from the member list may stand in a link. @param {string} member */
const isAddress = (member) => /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):\d{1,5}$/.test(member);

/** The catalog, the members, and what this member may be asked to do. */
export function Cluster() {
  const { status, group } = useStore();
  const [asking, setAsking] = useState(false);
  if (!status) {
    return html`<${Loading} />`;
  }
  if (!group) {
    return html`<p><${PluginBadge} status=${status} /> ${status.reason}</p>`;
  }
  const suspended = status.suspension.suspended;
  const catalog = status.catalog;
  const lists = new Set(
    group.members
      .filter((/** @type {any} */ it) => it.announced)
      .map((/** @type {any} */ it) => it.list.join()),
  );
  return html`${status.entries.stopped
      ? html`<p class="problem">
          ${t("cluster.stopped", status.entries.stopped.entry, status.entries.stopped.reason)}
        </p>`
      : null}
    <div class="cards">
      <section class="card">
        <h2>${t("overview.plugin")}</h2>
        <p><${PluginBadge} status=${status} /> ${status.reason}</p>
        <${Facts}
          rows=${[
            [t("member"), status.member],
            [t("overview.leader"), group.leader || t("overview.noLeader")],
            [t("cluster.term"), number(group.term)],
          ]}
        />
      </section>
      <section class="card">
        <h2>${t("cluster.catalog")}</h2>
        <${Facts}
          rows=${[
            ...(catalog
              ? [
                  [t("cluster.applied"), number(catalog.applied)],
                  [t("nav.applications"), number(catalog.applications)],
                  [t("app.instances"), number(catalog.instances)],
                  [t("cluster.documents"), number(catalog.documents)],
                  [t("cluster.digest"), html`<code>${catalog.digest.slice(0, 16)}</code>`],
                ]
              : []),
            [t("cluster.snapshot"), number(group.snapshot)],
            [t("cluster.free"), group.freeBytes < 0 ? "?" : size(group.freeBytes)],
            [t("cluster.damaged"), number(status.entries.damaged)],
            [t("cluster.signed"), group.signatures.required ? t("yes") : t("no")],
          ]}
        />
      </section>
      <section class="card">
        <h2>${t("cluster.suspension")}</h2>
        <p>
          ${suspended
            ? html`<${Badge} kind="warn"
                >${t("cluster.hidden", moment(status.suspension.since))}<//
              >`
            : html`<${Badge} kind="good">${t("cluster.shown")}<//>`}
        </p>
        <p>
          <button type="button" class=${suspended ? "" : "danger"} onClick=${() => setAsking(true)}>
            ${suspended ? t("cluster.resume") : t("cluster.suspend")}
          </button>
        </p>
      </section>
    </div>
    <h2>${t("cluster.members")}</h2>
    <div class="plain" tabindex="0" role="region" aria-label=${t("cluster.members")}>
      <table>
        <thead>
          <tr>
            ${["member", "cluster.up", "cluster.plugin", "cluster.votes", "cluster.alive", "cluster.sameList"].map(
              (each) => html`<th scope="col">${t(each)}</th>`,
            )}
            <th scope="col">${t("cluster.open")}</th>
          </tr>
        </thead>
        <tbody>
          ${group.members.map(
            (/** @type {any} */ it) =>
              html`<tr key=${it.member}>
                <th scope="row">
                  ${it.member}${it.member === group.leader ? html` <${Badge} kind="plain">Leader<//>` : null}
                </th>
                <td>${sign(it.up)}</td>
                <td>${sign(it.announced)}</td>
                <td>${sign(group.peers.includes(it.member))}</td>
                <td>
                  ${group.alive.length === 0 ? "–" : sign(group.alive.includes(it.member))}
                </td>
                <td>${sign(it.announced && lists.size === 1)}</td>
                <td>
                  ${it.member === group.member
                    ? t("cluster.this")
                    : isAddress(it.member)
                      ? html`<a href=${consoleOf(it.member)} rel="noreferrer"
                          >${t("cluster.open")}<span class="hidden"> ${it.member}</span></a
                        >`
                      : ""}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <h2>${t("cluster.serverGroups")}</h2>
    <div class="plain" tabindex="0" role="region" aria-label=${t("cluster.serverGroups")}>
      <table>
        <thead>
          <tr>
            <th scope="col">Raft</th>
            <th scope="col">${t("cluster.leads")}</th>
            <th scope="col">${t("cluster.term")}</th>
            <th scope="col">${t("cluster.members")}</th>
          </tr>
        </thead>
        <tbody>
          ${group.serverGroups.map(
            (/** @type {any} */ it) =>
              html`<tr key=${it.name}>
                <th scope="row">${it.name}</th>
                <td>${it.leads ? t("yes") : t("no")}</td>
                <td>${number(it.term)}</td>
                <td>${it.peers.join(", ")}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${asking ? html`<${Suspension} suspended=${suspended} onDone=${() => setAsking(false)} />` : null}`;
}

/** Asks, then suspends or resumes this member. */
function Suspension({ suspended, onDone }) {
  const verb = suspended ? "resume" : "suspend";
  const run = async () => {
    const { data } = await change("suspension", { suspended: !suspended });
    set({
      status: {
        ...state.status,
        suspension: data,
        state: data.suspended ? "SUSPENDED" : "ACTIVE",
        reason: "",
      },
    });
  };
  return html`<${Confirm}
    title=${t(`${verb}.title`)}
    what=${t(`${verb}.what`, state.status.member)}
    action=${t(`dialog.${verb}`)}
    onDone=${onDone}
    run=${run}
  />`;
}

const SHOWN = [
  "applied",
  "instances",
  "applications",
  "translated",
  "losses",
  "held",
  "lag",
  "waiting",
  "differences",
];

/** The samples of the last hour. */
export function Metrics() {
  const { samples } = useStore();
  const lines = useMemo(
    () =>
      SHOWN.map((name) => ({
        name,
        points:
          name === "applied"
            ? samples.slice(1).map((each, index) => ({
                at: each.at,
                value: Math.max(
                  0,
                  ((each.applied - samples[index].applied) * 1000) /
                    Math.max(1, each.at - samples[index].at),
                ),
              }))
            : samples.map((each) => ({ at: each.at, value: each[name] })),
      })),
    [samples],
  );
  return html`<p class="quiet">${t("metrics.is")}</p>
    ${samples.length < 2
      ? html`<p role="status">${t("metrics.soon")}</p>`
      : html`<div class="charts">
          ${lines.map(
            (each) =>
              html`<${Chart} key=${each.name} title=${t(`metrics.${each.name}`)} points=${each.points} />`,
          )}
        </div>`}`;
}
