// A table that draws only the rows in sight.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { html } from "./parts.js";

const ROW = 40;
const BEYOND = 10;
/** The least width of a share, in pixels; what is left of the table is shared out. */
const UNIT = 6;

/**
 * @param {{label: string, rows: any[], rowKey: (row: any) => string, sorted?: string,
 *   columns: {key: string, title: string, cell: (row: any) => any, sort?: (row: any) => any,
 *   wide?: boolean, grow?: number, end?: boolean}[]}} _ `wide` columns are left out on narrow
 *   screens; `grow` is the share of the width
 */
export function Table({ label, rows, columns, rowKey, sorted }) {
  const scroll = useRef(/** @type {HTMLDivElement|null} */ (null));
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(800);
  const [order, setOrder] = useState({ key: sorted ?? "", down: false });
  const [wanted, setWanted] = useState(-1);

  useEffect(() => {
    const element = scroll.current;
    if (!element) {
      return undefined;
    }
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const ordered = useMemo(() => {
    const by = columns.find((each) => each.key === order.key)?.sort;
    if (!by) {
      return rows;
    }
    const keyed = rows.map((row) => ({ row, key: by(row) }));
    keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    const all = keyed.map((each) => each.row);
    return order.down ? all.reverse() : all;
  }, [rows, order, columns]);

  const first = Math.max(0, Math.min(Math.floor(top / ROW) - BEYOND, ordered.length));
  const last = Math.min(ordered.length, Math.ceil((top + height) / ROW) + BEYOND);

  /** Whether a row is drawn and has the focus now. @param {number} index */
  const focused = (index) => {
    const row = scroll.current?.querySelector(`[data-row="${index}"]`);
    const target = row?.querySelector("a, button");
    if (target instanceof HTMLElement) {
      target.focus({ preventScroll: true });
      return true;
    }
    return false;
  };
  // A row that keys lead to and that is out of sight is drawn first.
  useEffect(() => {
    if (wanted >= 0 && focused(wanted)) {
      setWanted(-1);
    }
  });

  /** @param {KeyboardEvent} e */
  const keys = (e) => {
    const step = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
    const element = scroll.current;
    if (!step || !element || !(e.target instanceof HTMLElement)) {
      return;
    }
    const from = e.target.closest("[data-row]");
    if (!from && e.target !== element) {
      return;
    }
    const visible = Math.floor(element.scrollTop / ROW);
    const next = from ? Number(from.getAttribute("data-row")) + step : visible;
    if (next < 0 || next >= ordered.length || !columns.some((each) => each.key === "link")) {
      return;
    }
    e.preventDefault();
    const above = next * ROW;
    const head = ROW;
    if (above < element.scrollTop) {
      element.scrollTop = above;
    } else if (above + ROW + head > element.scrollTop + element.clientHeight) {
      element.scrollTop = above + ROW + head - element.clientHeight;
    }
    setTop(element.scrollTop);
    if (!focused(next)) {
      setWanted(next);
    }
  };

  const width = columns.length;
  const space = (/** @type {number} */ of) =>
    of > 0
      ? html`<tr aria-hidden="true" class="space">
          <td colspan=${width} style=${{ height: `${of * ROW}px` }}></td>
        </tr>`
      : null;

  return html`<div
    class="scroll"
    ref=${scroll}
    tabindex="0"
    role="region"
    aria-label=${label}
    style=${{ height: `${Math.min(ordered.length + 1, 2000) * ROW + 2}px` }}
    onScroll=${(/** @type {any} */ e) => setTop(e.currentTarget.scrollTop)}
    onKeyDown=${keys}
  >
    <table aria-label=${label} aria-rowcount=${ordered.length + 1}>
      <thead>
        <tr aria-rowindex="1">
          ${columns.map(
            (each) =>
              html`<th
                scope="col"
                key=${each.key}
                class=${cellClass(each)}
                style=${{ width: `${(each.grow ?? 10) * UNIT}px` }}
                aria-sort=${!each.sort || order.key !== each.key
                  ? undefined
                  : order.down
                    ? "descending"
                    : "ascending"}
              >
                ${each.sort
                  ? html`<button
                      type="button"
                      class="sort"
                      onClick=${() =>
                        setOrder({
                          key: each.key,
                          down: order.key === each.key && !order.down,
                        })}
                    >
                      ${each.title}
                      <span aria-hidden="true"
                        >${order.key === each.key ? (order.down ? " ↓" : " ↑") : ""}</span
                      >
                    </button>`
                  : each.title}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${space(first)}
        ${ordered.slice(first, last).map(
          (row, index) =>
            html`<tr key=${rowKey(row)} data-row=${first + index} aria-rowindex=${first + index + 2}>
              ${columns.map((each) => {
                const content = each.cell(row);
                return html`<td
                  key=${each.key}
                  class=${cellClass(each)}
                  title=${typeof content === "string" ? content : undefined}
                >
                  ${content}
                </td>`;
              })}
            </tr>`,
        )}
        ${space(ordered.length - last)}
      </tbody>
    </table>
  </div>`;
}

/** @param {{wide?: boolean, end?: boolean}} column */
const cellClass = (column) =>
  [column.wide ? "wide" : "", column.end ? "end" : ""].filter(Boolean).join(" ");
