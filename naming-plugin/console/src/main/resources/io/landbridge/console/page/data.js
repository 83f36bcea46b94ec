// What the page knows, how it is kept fresh, and what follows from it.

import { ApiError, logOut, read, readAll } from "./api.js";

const POLL_MILLIS = 10_000;
const SAMPLES = "landbridge.samples";
const SAMPLE_MILLIS = 3_600_000;
const MOST_APPLICATIONS = 50_000;
const MOST_CONSUMERS = 20_000;
const MOST_LOSSES = 10_000;
/** From here on reading everything again is cheaper than one application at a time. */
const MOST_REREADS = 40;

/**
 * @typedef {{namespace: string, application: string, state: string, instances: number,
 *   imported: number, interfaces: string[], revisions: string[], problems: string[],
 *   forced: boolean, since: number}} Application
 * @typedef {{namespace: string, group: string, service: string, level: string,
 *   serviceInterface: string, ip: string, port: number, protocol: string, client: string,
 *   app: string, application: string, provides: boolean}} Consumer
 * @typedef {{at: number, [name: string]: number}} Sample
 */

/** Everything the views show. */
export const state = {
  /** @type {"unknown"|"needed"|"ok"} */
  login: "unknown",
  refused: false,
  status: /** @type {any} */ (null),
  group: /** @type {any} */ (null),
  bridge: /** @type {any} */ (null),
  lock: /** @type {any} */ (null),
  /** @type {Map<string, Application>} */
  applications: new Map(),
  applicationsRead: false,
  applicationsComplete: true,
  /** @type {Consumer[]} */
  consumers: [],
  consumersRead: false,
  consumersComplete: true,
  /** @type {any[]} */
  losses: [],
  lossesRead: false,
  samples: storedSamples(),
  error: "",
  at: 0,
};

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener */
export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {Partial<typeof state>} patch */
export function set(patch) {
  Object.assign(state, patch);
  listeners.forEach((each) => each());
}

/** @param {{namespace: string, application: string}} of */
export const keyOf = (of) => `${of.namespace}/${of.application}`;

let generation = new AbortController();

/** Begins to read, or begins anew after somebody logged in. */
export function begin() {
  generation.abort();
  generation = new AbortController();
  const { signal } = generation;
  polls(signal);
  watches(signal);
}

/** Stops reading and forgets what was read. */
export function leave() {
  generation.abort();
  logOut();
  sessionStorage.removeItem(SAMPLES);
  set({
    login: "needed",
    refused: false,
    status: null,
    group: null,
    bridge: null,
    lock: null,
    applications: new Map(),
    applicationsRead: false,
    consumers: [],
    consumersRead: false,
    losses: [],
    lossesRead: false,
    samples: [],
    error: "",
  });
}

/**
 * @param {number} millis
 * @param {AbortSignal} signal
 */
function pause(millis, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve(undefined);
    };
    const timer = setTimeout(end, millis);
    signal.addEventListener("abort", end);
  });
}

/** A page nobody looks at asks for nothing. @param {AbortSignal} signal */
async function looked(signal) {
  while (document.hidden && !signal.aborted) {
    await new Promise((resolve) => {
      document.addEventListener("visibilitychange", resolve, { once: true });
      signal.addEventListener("abort", resolve, { once: true });
    });
  }
}

/** @param {AbortSignal} signal */
async function polls(signal) {
  while (!signal.aborted) {
    await looked(signal);
    try {
      await poll(signal);
    } catch (e) {
      failed(e, signal);
      if (state.login === "needed") {
        return;
      }
    }
    await pause(POLL_MILLIS, signal);
  }
}

/** @param {AbortSignal} signal */
async function poll(signal) {
  // First alone: where somebody has to log in, one refusal is enough.
  const status = (await read("status", {}, signal)).data;
  const [group, bridge, lock] = await Promise.all([
    read("group", {}, signal).then((it) => it.data, none),
    read("bridge", {}, signal).then((it) => it.data, none),
    status.ready ? readLock(signal) : null,
  ]);
  if (signal.aborted) {
    return;
  }
  set({ login: "ok", status, group, bridge, lock, error: "", at: Date.now() });
  if (state.applicationsRead) {
    sample();
  }
}

/** @param {AbortSignal} signal */
async function readLock(signal) {
  try {
    const note = await read("configuration", { group: "LANDBRIDGE", dataId: "lock" }, signal);
    return note.data.exists ? JSON.parse(note.data.content) : null;
  } catch (e) {
    return e instanceof SyntaxError ? null : none(e);
  }
}

/** A member without this part, or without a leader, has nothing to say. @param {unknown} e */
function none(e) {
  if (e instanceof ApiError && !e.isLogin && e.status !== 0) {
    return null;
  }
  throw e;
}

/**
 * @param {unknown} e
 * @param {AbortSignal} signal
 */
export function failed(e, signal) {
  if (signal.aborted) {
    return;
  }
  if (e instanceof ApiError && e.isLogin) {
    generation.abort();
    set({ login: "needed", refused: sessionStorage.getItem("landbridge.token") !== null });
    return;
  }
  set({ error: e instanceof Error ? e.message || e.name : String(e) });
}

/** @param {AbortSignal} signal */
async function watches(signal) {
  let since = -1;
  while (!signal.aborted) {
    await looked(signal);
    try {
      if (state.login !== "ok") {
        await pause(100, signal);
      } else if (since < 0) {
        since = await readApplications(signal);
      } else {
        const news = (await read("watch", { since, timeoutMillis: 30_000 }, signal)).data;
        if (news.reset || news.changes.length > MOST_REREADS || news.applied < since) {
          since = -1;
        } else {
          await reread(news.changes, signal);
          since = news.applied;
        }
        await pause(1_000, signal);
      }
    } catch (e) {
      if (!(e instanceof ApiError) || e.status !== 503) {
        failed(e, signal);
      }
      since = -1;
      await pause(POLL_MILLIS, signal);
    }
  }
}

/** @param {AbortSignal} signal */
async function readApplications(signal) {
  const all = await readAll("applications", {}, MOST_APPLICATIONS, signal);
  set({
    applications: new Map(all.items.map((each) => [keyOf(each), each])),
    applicationsRead: true,
    applicationsComplete: all.complete,
  });
  return all.applied ?? -1;
}

/**
 * @param {{namespace: string, application: string}[]} changes
 * @param {AbortSignal} signal
 */
async function reread(changes, signal) {
  if (!changes.length) {
    return;
  }
  const applications = new Map(state.applications);
  for (const { namespace, application } of changes) {
    try {
      const { data } = await read("application", { namespace, application }, signal);
      applications.set(keyOf(data), data);
    } catch (e) {
      if (!(e instanceof ApiError) || e.status !== 404) {
        throw e;
      }
      applications.delete(keyOf({ namespace, application }));
    }
  }
  set({ applications });
}

/** Reads the consumers of this member. @param {AbortSignal} signal */
export async function readConsumers(signal) {
  const all = await readAll("consumers", {}, MOST_CONSUMERS, signal);
  set({
    consumers: all.items.filter((each) => !each.provides),
    consumersRead: true,
    consumersComplete: all.complete,
  });
}

/** Reads the losses of this member. @param {AbortSignal} signal */
export async function readLosses(signal) {
  const all = await readAll("losses", {}, MOST_LOSSES, signal);
  set({ losses: all.items, lossesRead: true });
}

/** @returns {Sample[]} */
function storedSamples() {
  try {
    const stored = JSON.parse(sessionStorage.getItem(SAMPLES) ?? "[]");
    return stored.filter((/** @type {Sample} */ each) => each.at > Date.now() - SAMPLE_MILLIS);
  } catch {
    return [];
  }
}

/** Keeps the numbers of now for an hour, in this tab. */
function sample() {
  const { status, bridge } = state;
  const now = {
    at: Date.now(),
    applied: status.catalog?.applied ?? 0,
    applications: status.catalog?.applications ?? 0,
    instances: status.catalog?.instances ?? 0,
    losses: status.untranslatableTotal,
    held: status.held.instances,
    translated: [...state.applications.values()].filter((it) => it.state === "TRANSLATED").length,
    lag: Math.max(0, bridge?.legacy.lagMillis ?? 0),
    waiting: bridge?.export.waiting ?? 0,
    differences: bridge?.differences ?? 0,
  };
  const samples = [...state.samples, now].filter((each) => each.at > now.at - SAMPLE_MILLIS);
  try {
    sessionStorage.setItem(SAMPLES, JSON.stringify(samples));
  } catch {
    // No room: the page still has them.
  }
  set({ samples });
}

// What follows from it; pure.

export const STATES = ["OBSERVED", "SWITCHING_ON", "TRANSLATED", "SWITCHING_OFF"];
export const PHASES = ["OFF", "SHADOW", "DUAL_WRITE", "CUT_OVER", "DONE"];

/**
 * How many applications are in each state.
 * @param {Iterable<Application>} applications
 * @returns {Record<string, number>}
 */
export function counts(applications) {
  /** @type {Record<string, number>} */
  const counted = Object.fromEntries(STATES.map((each) => [each, 0]));
  for (const each of applications) {
    counted[each.state] = (counted[each.state] ?? 0) + 1;
  }
  return counted;
}

/** Whether a consumer speaks the protocol of Nacos 1.x. @param {Consumer} it */
export const isLegacyClient = (it) => it.protocol === "HTTP_UDP";

/**
 * The service of an interface in Nacos, as Dubbo 2.7 and later name it.
 * @param {string} key a Dubbo service key: `group/interface:version`
 */
export function serviceOf(key) {
  const slash = key.indexOf("/");
  const group = slash < 0 ? "" : key.slice(0, slash);
  const rest = slash < 0 ? key : key.slice(slash + 1);
  const colon = rest.lastIndexOf(":");
  const name = colon < 0 ? rest : rest.slice(0, colon);
  const version = colon < 0 ? "" : rest.slice(colon + 1);
  return `providers:${name.replaceAll("$", "___")}:${version}:${group}`;
}

/** The interface of a Dubbo service key. @param {string} key */
export function interfaceOf(key) {
  const rest = key.slice(key.indexOf("/") + 1);
  const colon = rest.lastIndexOf(":");
  return colon < 0 ? rest : rest.slice(0, colon);
}

/**
 * What each kind of consumer sees of each address.
 * @param {{address: string, derived: boolean}[]} interfaceLevel
 * @param {{address: string, derived: boolean}[]} applicationLevel
 * @returns {{address: string, interfaceLevel: Seen, applicationLevel: Seen}[]}
 * @typedef {"native"|"derived"|"none"} Seen
 */
export function seen(interfaceLevel, applicationLevel) {
  /** @param {{address: string, derived: boolean}[]} all */
  const byAddress = (all) =>
    new Map(all.map((it) => [it.address, /** @type {Seen} */ (it.derived ? "derived" : "native")]));
  const one = byAddress(interfaceLevel);
  const other = byAddress(applicationLevel);
  return [...new Set([...one.keys(), ...other.keys()])].sort().map((address) => ({
    address,
    interfaceLevel: one.get(address) ?? "none",
    applicationLevel: other.get(address) ?? "none",
  }));
}
