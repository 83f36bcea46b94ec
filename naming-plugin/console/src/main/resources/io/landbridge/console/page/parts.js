// Small parts that several views are made of.

import { h } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import htm from "htm";
import { failed, listen, state, STATES } from "./data.js";
import { number, t } from "./i18n.js";

/** Templates of virtual nodes: text in them is text, never HTML. */
export const html = htm.bind(h);

/** Renders anew whenever the state changes. */
export function useStore() {
  const [, again] = useReducer((count) => count + 1, 0);
  // Not after the next frame: what is set until then would be missed.
  useLayoutEffect(() => {
    const removed = listen(() => again(undefined));
    return () => {
      removed();
    };
  }, []);
  return state;
}

/**
 * Reads something now and then, as long as a view is open.
 * @param {(signal: AbortSignal) => Promise<void>} reading
 * @param {number} millis between two readings
 * @param {any[]} on what else makes it read anew
 */
export function useReading(reading, millis, on = []) {
  const { login } = useStore();
  useEffect(() => {
    if (login !== "ok") {
      return undefined;
    }
    const end = new AbortController();
    /** @type {ReturnType<typeof setTimeout>} */
    let timer;
    const again = async () => {
      try {
        if (!document.hidden) {
          await reading(end.signal);
        }
      } catch (e) {
        failed(e, end.signal);
      }
      if (!end.signal.aborted) {
        timer = setTimeout(again, millis);
      }
    };
    again();
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [login, ...on]);
}

const MARKS = {
  OBSERVED: "○",
  SWITCHING_ON: "◔",
  TRANSLATED: "●",
  SWITCHING_OFF: "◕",
  CONSUMER: "□",
};

/** The state of an application; told by a sign and a word, not by color alone. */
export const StateBadge = ({ state: of }) =>
  html`<span class=${`badge state-${of}`}>
    <span aria-hidden="true">${MARKS[of] ?? ""}</span> ${t(`state.${of}`)}
  </span>`;

/** What is good, bad, or worth a look. */
export const Badge = ({ kind, children }) => html`<span class=${`badge is-${kind}`}>${children}</span>`;

export const Card = ({ title, href, children, wide }) =>
  html`<section class=${wide ? "card wide" : "card"}>
    <h2>${href ? html`<a href=${href}>${title}</a>` : title}</h2>
    ${children}
  </section>`;

/** Names and values. @param {{rows: [string, any][]}} _ */
export const Facts = ({ rows }) =>
  html`<dl class="facts">
    ${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;

/** A bar of applications by state, with its legend. */
export function StateBar({ counted, total }) {
  return html`<div>
    <div class="bar" aria-hidden="true">
      ${STATES.filter((each) => counted[each]).map(
        (each) =>
          html`<span class=${`fill-${each}`} style=${{ flexGrow: String(counted[each]) }}></span>`,
      )}
    </div>
    <ul class="legend">
      ${STATES.map(
        (each) => html`<li><${StateBadge} state=${each} /> ${number(counted[each] ?? 0)}</li>`,
      )}
    </ul>
    ${total === 0 ? html`<p class="quiet">${t("none")}</p>` : null}
  </div>`;
}

/** A list of lines, or that there is none. */
export const Lines = ({ lines, none }) =>
  lines.length
    ? html`<ul class="lines">
        ${lines.map((each) => html`<li>${each}</li>`)}
      </ul>`
    : html`<p class="quiet">${none ?? t("none")}</p>`;

export const Loading = () => html`<p class="quiet" role="status">${t("loading")}</p>`;

/** A text to filter by; the key / leads here. */
export function Filter({ value, onInput, label }) {
  return html`<label class="filter">
    <span>${label ?? t("filter")}</span>
    <input
      type="search"
      data-filter
      autocomplete="off"
      spellcheck=${false}
      value=${value}
      onInput=${(/** @type {any} */ e) => onInput(e.target.value)}
    />
  </label>`;
}

/** One of several values. */
export function Choice({ value, onChange, label, options }) {
  return html`<label class="filter">
    <span>${label}</span>
    <select value=${value} onChange=${(/** @type {any} */ e) => onChange(e.target.value)}>
      ${options.map(
        ([key, text]) => html`<option value=${key} selected=${key === value}>${text}</option>`,
      )}
    </select>
  </label>`;
}

/** How many of all are in a list; told to screen readers when it changes. */
export const Shown = ({ shown, all }) =>
  html`<p class="quiet count" role="status">${t("shown", number(shown), number(all))}</p>`;

/**
 * Asks before something changes.
 * @param {{title: string, what: string, action: string, onDone: () => void,
 *   run: () => Promise<void>}} _
 */
export function Confirm({ title, what, action, onDone, run }) {
  const dialog = useRef(/** @type {HTMLDialogElement|null} */ (null));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const confirmed = async () => {
    setBusy(true);
    try {
      await run();
      onDone();
    } catch (e) {
      setProblem(t("dialog.failed", e instanceof Error ? e.message : String(e)));
      setBusy(false);
    }
  };
  return html`<dialog ref=${dialog} aria-labelledby="confirm-title" onClose=${onDone}>
    <h2 id="confirm-title">${title}</h2>
    <p>${what}</p>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}
    <div class="buttons">
      <button type="button" autofocus onClick=${onDone}>${t("dialog.cancel")}</button>
      <button type="button" class="danger" disabled=${busy} onClick=${confirmed}>${action}</button>
    </div>
  </dialog>`;
}

/** Whether one of several texts has another in it. @param {string} wanted */
export const contains = (wanted) => {
  const lower = wanted.trim().toLowerCase();
  return (/** @type {string[]} */ ...texts) =>
    lower === "" || texts.some((each) => each.toLowerCase().includes(lower));
};

/** Where the page of an application is. @param {{namespace: string, application: string}} of */
export const applicationHref = (of) =>
  `#/application/${encodeURIComponent(of.namespace)}/${encodeURIComponent(of.application)}`;
