// Who calls whom; pure.

/**
 * @typedef {import("./data.js").Application} Application
 * @typedef {import("./data.js").Consumer} Consumer
 * @typedef {{key: string, name: string, namespace: string, state: string}} Node
 * @typedef {{from: string, to: string, level: "INTERFACE"|"APPLICATION"|"BOTH", clients: number}} Edge
 */

/**
 * The calls that consumers subscribe to. One without a name of its own stands for its address.
 * @param {Iterable<Application>} applications
 * @param {Consumer[]} consumers
 * @returns {{nodes: Map<string, Node>, edges: Edge[]}}
 */
export function calls(applications, consumers) {
  /** @type {Map<string, Node>} */
  const nodes = new Map();
  /** @type {Map<string, string[]>} */
  const offered = new Map();
  for (const each of applications) {
    const key = `${each.namespace}/${each.application}`;
    nodes.set(key, {
      key,
      name: each.application,
      namespace: each.namespace,
      state: each.state,
    });
    for (const service of each.interfaces) {
      const rest = service.slice(service.indexOf("/") + 1);
      const name = `${each.namespace}/${rest.replace(/:[^:]*$/, "")}`;
      const at = offered.get(name) ?? [];
      if (at[at.length - 1] !== key) {
        at.push(key);
      }
      offered.set(name, at);
    }
  }
  /** @type {Map<string, {from: string, to: string, levels: Set<string>, clients: Set<string>}>} */
  const edges = new Map();
  for (const each of consumers) {
    const providers =
      each.level === "APPLICATION"
        ? [`${each.namespace}/${each.service}`]
        : (offered.get(`${each.namespace}/${each.serviceInterface}`) ?? []);
    const name = each.application || each.app || each.ip;
    const from = `${each.namespace}/${name}`;
    for (const to of providers) {
      if (!nodes.has(to) || from === to) {
        continue;
      }
      if (!nodes.has(from)) {
        nodes.set(from, { key: from, name, namespace: each.namespace, state: "CONSUMER" });
      }
      const id = JSON.stringify([from, to]);
      const edge = edges.get(id) ?? { from, to, levels: new Set(), clients: new Set() };
      edge.levels.add(each.level);
      edge.clients.add(`${each.ip}:${each.port}`);
      edges.set(id, edge);
    }
  }
  return {
    nodes,
    edges: [...edges.values()].map(({ from, to, levels, clients }) => ({
      from,
      to,
      level: levels.size > 1 ? "BOTH" : levels.has("APPLICATION") ? "APPLICATION" : "INTERFACE",
      clients: clients.size,
    })),
  };
}

/**
 * The part of a graph that fits a picture: what matches a text, with its neighbors; otherwise the
 * nodes with most edges. Nodes without an edge are left out unless they match.
 * @param {{nodes: Map<string, Node>, edges: Edge[]}} graph
 * @param {(node: Node) => boolean} matches
 * @param {boolean} all whether the text is empty
 * @param {number} most
 * @returns {{nodes: Node[], edges: Edge[], left: number}}
 */
export function part(graph, matches, all, most) {
  /** @type {Map<string, number>} */
  const degrees = new Map();
  for (const { from, to } of graph.edges) {
    degrees.set(from, (degrees.get(from) ?? 0) + 1);
    degrees.set(to, (degrees.get(to) ?? 0) + 1);
  }
  const degree = (/** @type {string} */ key) => degrees.get(key) ?? 0;
  const wanted = new Set();
  if (all) {
    degrees.forEach((_, key) => wanted.add(key));
  } else {
    const chosen = new Set([...graph.nodes.values()].filter(matches).map((each) => each.key));
    chosen.forEach((key) => wanted.add(key));
    for (const { from, to } of graph.edges) {
      if (chosen.has(from) || chosen.has(to)) {
        wanted.add(from);
        wanted.add(to);
      }
    }
  }
  const kept = [...wanted].sort((a, b) => degree(b) - degree(a) || (a < b ? -1 : 1)).slice(0, most);
  const keys = new Set(kept);
  return {
    nodes: kept.map((key) => /** @type {Node} */ (graph.nodes.get(key))),
    edges: graph.edges.filter((each) => keys.has(each.from) && keys.has(each.to)),
    left: wanted.size - kept.length,
  };
}

/**
 * Places nodes in columns: who calls is left of who is called, as far as there is no circle.
 * @param {Node[]} nodes
 * @param {Edge[]} edges
 * @returns {{at: Map<string, {column: number, row: number}>, columns: number, rows: number}}
 */
export function layout(nodes, edges) {
  /** @type {Map<string, string[]>} */
  const next = new Map(nodes.map((each) => [each.key, []]));
  for (const { from, to } of edges) {
    next.get(from)?.push(to);
  }
  // Depth by depth-first search; an edge back into the current path closes a circle.
  /** @type {Map<string, number>} */
  const height = new Map();
  const open = new Set();
  const visit = (/** @type {string} */ key) => {
    const known = height.get(key);
    if (known !== undefined) {
      return known;
    }
    open.add(key);
    let highest = 0;
    for (const to of next.get(key) ?? []) {
      if (!open.has(to)) {
        highest = Math.max(highest, visit(to) + 1);
      }
    }
    open.delete(key);
    height.set(key, highest);
    return highest;
  };
  nodes.forEach((each) => visit(each.key));
  const top = Math.max(0, ...height.values());
  /** @type {string[][]} */
  const columns = Array.from({ length: top + 1 }, () => []);
  nodes.forEach((each) => columns[top - (height.get(each.key) ?? 0)].push(each.key));
  const at = new Map();
  /** @type {Map<string, string[]>} */
  const callers = new Map(nodes.map((each) => [each.key, []]));
  for (const { from, to } of edges) {
    callers.get(to)?.push(from);
  }
  columns.forEach((column, x) => {
    // Beside those that call, which keeps most lines from crossing.
    const pull = (/** @type {string} */ key) => {
      const rows = (callers.get(key) ?? []).flatMap((from) => at.get(from)?.row ?? []);
      return rows.length ? rows.reduce((a, b) => a + b, 0) / rows.length : Infinity;
    };
    const order = new Map(column.map((key) => [key, pull(key)]));
    column.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0) || (a < b ? -1 : 1));
    column.forEach((key, y) => at.set(key, { column: x, row: y }));
  });
  return {
    at,
    columns: columns.length,
    rows: Math.max(0, ...columns.map((each) => each.length)),
  };
}
