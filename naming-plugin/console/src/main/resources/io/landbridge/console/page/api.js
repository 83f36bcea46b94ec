// Requests to the admin API of this member, and to nothing else.

const TOKEN = "landbridge.token";
const NAME = "landbridge.user";
const PAGE = 1000;

/** An answer that is not a success. */
export class ApiError extends Error {
  /**
   * @param {number} status HTTP status; 0 where there was no answer
   * @param {string} message what the server says
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }

  /** Whether somebody has to log in, with the right to do this. */
  get isLogin() {
    return this.status === 401 || this.status === 403;
  }
}

/** The name of who has logged in; empty for nobody. */
export const userName = () => sessionStorage.getItem(NAME) ?? "";

/** Forgets the token. */
export function logOut() {
  sessionStorage.removeItem(TOKEN);
  sessionStorage.removeItem(NAME);
}

/**
 * @param {string} method
 * @param {string} path relative to this page
 * @param {Record<string, string|number|boolean>} [parameters]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} the JSON of the answer
 */
async function send(method, path, parameters = {}, signal) {
  const query = new URLSearchParams(Object.entries(parameters).map(([k, v]) => [k, String(v)]));
  const token = sessionStorage.getItem(TOKEN);
  let answer;
  try {
    answer = await fetch(query.size ? `${path}?${query}` : path, {
      method,
      signal,
      headers: token ? { Authorization: `Bearer ${token}` } : {},
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
    });
  } catch (e) {
    throw signal?.aborted ? e : new ApiError(0, e instanceof Error ? e.message : String(e));
  }
  const text = await answer.text();
  let json = null;
  try {
    json = JSON.parse(text);
  } catch {
    // Told by the status; what a proxy writes is not for this page.
  }
  if (!answer.ok || json === null) {
    throw new ApiError(answer.status, json?.message ?? `HTTP ${answer.status}`);
  }
  return json;
}

/**
 * Reads one answer of the admin API.
 * @param {string} path below `landbridge/v1/`
 * @param {Record<string, string|number|boolean>} [parameters]
 * @param {AbortSignal} [signal]
 * @returns {Promise<{applied: number|null, next: string|null, data: any}>}
 */
export const read = (path, parameters, signal) => send("GET", `v1/${path}`, parameters, signal);

/**
 * Asks for a change.
 * @param {string} path below `landbridge/v1/`
 * @param {Record<string, string|number|boolean>} parameters
 */
export const change = (path, parameters) => send("PUT", `v1/${path}`, parameters);

/**
 * Reads a list in parts.
 * @param {string} path below `landbridge/v1/`
 * @param {Record<string, string|number|boolean>} parameters
 * @param {number} most stop after about so many entries
 * @param {AbortSignal} [signal]
 * @param {string} [cursor] the parameter that asks for the next part
 * @returns {Promise<{items: any[], complete: boolean, applied: number|null}>}
 */
export async function readAll(path, parameters, most, signal, cursor = "after") {
  const items = [];
  let applied = null;
  let next = null;
  do {
    const part = await read(
      path,
      { ...parameters, limit: PAGE, ...(next === null ? {} : { [cursor]: next }) },
      signal,
    );
    items.push(...part.data);
    // What changed while the parts were read is watched from the first one on.
    applied ??= part.applied;
    next = part.next;
  } while (next !== null && items.length < most);
  return { items, complete: next === null, applied };
}

/**
 * The instances that the server answers a consumer with: native ones and derived ones.
 * @param {{namespace: string, group: string, service: string}} of
 * @param {AbortSignal} [signal]
 * @returns {Promise<{address: string, healthy: boolean, enabled: boolean, derived: boolean}[]>}
 */
export async function answered({ namespace, group, service }, signal) {
  const parameters = { namespaceId: namespace, groupName: group, serviceName: service };
  const three = loginPath().startsWith("v3/");
  const answer = await send(
    "GET",
    three ? "../v3/client/ns/instance/list" : "../v1/ns/instance/list",
    three ? parameters : { ...parameters, serviceName: `${group}@@${service}` },
    signal,
  );
  return (three ? answer.data : answer.hosts).map((/** @type {any} */ each) => ({
    address: each.ip.includes(":") ? `[${each.ip}]:${each.port}` : `${each.ip}:${each.port}`,
    healthy: each.healthy,
    enabled: each.enabled,
    derived: "landbridge.origin" in (each.metadata ?? {}),
  }));
}

const loginPath = () =>
  document.querySelector('meta[name="landbridge-login"]')?.getAttribute("content") ?? "";

/**
 * Exchanges a name and a password for a token, which is kept for this tab alone.
 * @param {string} username
 * @param {string} password
 */
export async function logIn(username, password) {
  let answer;
  try {
    answer = await fetch(`../${loginPath()}`, {
      method: "POST",
      body: new URLSearchParams({ username, password }),
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
    });
  } catch (e) {
    throw new ApiError(0, e instanceof Error ? e.message : String(e));
  }
  if (!answer.ok) {
    // Servers of 2.2 refuse with the status 0, and a body that does not end.
    answer.body?.cancel();
    throw new ApiError(answer.status || 403, `HTTP ${answer.status}`);
  }
  const json = await answer.json().catch(() => null);
  const token = json?.accessToken ?? json?.data?.accessToken;
  if (!token) {
    throw new ApiError(403, "");
  }
  sessionStorage.setItem(TOKEN, token);
  sessionStorage.setItem(NAME, username);
}
