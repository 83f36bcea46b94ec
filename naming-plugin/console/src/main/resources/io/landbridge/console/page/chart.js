// A line of samples.

import { clock, number, t } from "./i18n.js";
import { html } from "./parts.js";

const WIDTH = 600;
const HEIGHT = 120;

/**
 * @param {{title: string, points: {at: number, value: number}[]}} _
 */
export function Chart({ title, points }) {
  const values = points.map((each) => each.value);
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  const now = values[values.length - 1] ?? 0;
  const from = points[0]?.at ?? 0;
  const span = Math.max(1, (points[points.length - 1]?.at ?? 0) - from);
  // Never flat at the edge: a constant is a line in the middle.
  const low = lowest === highest ? lowest - 1 : Math.min(lowest, 0);
  const high = lowest === highest ? highest + 1 : highest;
  const x = (/** @type {number} */ at) => ((at - from) / span) * WIDTH;
  const y = (/** @type {number} */ value) =>
    HEIGHT - 4 - ((value - low) / (high - low)) * (HEIGHT - 8);
  const line = points.map((each) => `${x(each.at).toFixed(1)},${y(each.value).toFixed(1)}`).join(" ");
  const said = `${title}: ${t("metrics.now", number(now))}, ${t("metrics.range", number(lowest), number(highest))}`;
  return html`<figure class="chart">
    <figcaption>
      <span>${title}</span> <strong>${number(now)}</strong>
    </figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${said}>
      ${points.length > 1
        ? html`<polygon class="area" points=${`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
            <polyline class="line" points=${line} />`
        : null}
    </svg>
    <p class="quiet range">
      <span>${clock(from)}</span>
      <span>${t("metrics.range", number(lowest), number(highest))}</span>
      <span>${clock(points[points.length - 1]?.at ?? 0)}</span>
    </p>
  </figure>`;
}
