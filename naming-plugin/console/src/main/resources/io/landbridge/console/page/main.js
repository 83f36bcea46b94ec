// The frame: login, navigation, the view that the address names, keys.

import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, logIn, userName } from "./api.js";
import { begin, leave, set, state } from "./data.js";
import { clock, htmlLanguage, switchLanguage, t } from "./i18n.js";
import { html, Loading, useStore } from "./parts.js";
import { ApplicationPage } from "./views-application.js";
import { Cluster, Metrics } from "./views-cluster.js";
import { Applications, Consumers, Graph, Hazards } from "./views-lists.js";
import { Bridge, Overview, Waves } from "./views-migration.js";

const VIEWS = [
  "overview",
  "applications",
  "graph",
  "consumers",
  "hazards",
  "waves",
  "bridge",
  "cluster",
  "metrics",
];

/** What the address names. */
function route() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const parts = path.split("/").map((each) => {
    try {
      return decodeURIComponent(each);
    } catch {
      return each;
    }
  });
  if (parts[0] === "application" && parts.length === 3) {
    return { view: "application", namespace: parts[1], application: parts[2], query };
  }
  return { view: VIEWS.includes(parts[0]) ? parts[0] : "overview", query };
}

/** @param {ReturnType<typeof route>} at */
function View(at) {
  switch (at.view) {
    case "application":
      return html`<${ApplicationPage}
        key=${`${at.namespace}/${at.application}`}
        namespace=${at.namespace}
        application=${at.application}
      />`;
    case "applications":
      return html`<${Applications} />`;
    case "graph":
      return html`<${Graph} />`;
    case "consumers":
      return html`<${Consumers} key=${at.query} only=${at.query} />`;
    case "hazards":
      return html`<${Hazards} />`;
    case "waves":
      return html`<${Waves} />`;
    case "bridge":
      return html`<${Bridge} />`;
    case "cluster":
      return html`<${Cluster} />`;
    case "metrics":
      return html`<${Metrics} />`;
    default:
      return html`<${Overview} />`;
  }
}

/** Asks for a name and a password. */
function Login({ refused }) {
  const [problem, setProblem] = useState(refused ? t("login.refused") : "");
  const [busy, setBusy] = useState(false);
  const submit = async (/** @type {any} */ e) => {
    e.preventDefault();
    const form = new FormData(e.target);
    setBusy(true);
    setProblem("");
    try {
      await logIn(String(form.get("username")), String(form.get("password")));
      set({ login: "unknown", refused: false });
      begin();
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      setProblem(
        status === 401 || status === 403 || status === 400 || status === 500
          ? t("login.wrong")
          : t("login.failed", error instanceof Error ? error.message : String(error)),
      );
      setBusy(false);
    }
  };
  return html`<main id="main" class="login">
    <h1>${t("login.title")}</h1>
    <p>${t("login.why")}</p>
    <form onSubmit=${submit}>
      <label>
        <span>${t("login.user")}</span>
        <input name="username" autocomplete="username" required autofocus />
      </label>
      <label>
        <span>${t("login.password")}</span>
        <input name="password" type="password" autocomplete="current-password" required />
      </label>
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}
      <button type="submit" class="first" disabled=${busy}>${t("login.do")}</button>
    </form>
  </main>`;
}

/** The keys of the page. */
function Keys({ onDone }) {
  const dialog = useRef(/** @type {HTMLDialogElement|null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  const rows = [
    ["/", t("keys.filter")],
    ["↓ ↑", t("keys.rows")],
    ["1 – 9", t("keys.views")],
    ["?", t("keys.show")],
  ];
  return html`<dialog ref=${dialog} aria-labelledby="keys-title" onClose=${onDone}>
    <h2 id="keys-title">${t("keys.title")}</h2>
    <dl class="facts">
      ${rows.map(([key, does]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}
    </dl>
    <div class="buttons">
      <button type="button" autofocus onClick=${onDone}>${t("keys.close")}</button>
    </div>
  </dialog>`;
}

/** The whole page. */
function Page() {
  const { login, refused, error, at, status } = useStore();
  const [where, setWhere] = useState(route());
  const [, setLanguage] = useState(htmlLanguage());
  const [keys, setKeys] = useState(false);
  const title = useRef(/** @type {HTMLHeadingElement|null} */ (null));
  const name = where.view === "application" ? where.application : t(`nav.${where.view}`);

  useEffect(() => {
    document.documentElement.lang = htmlLanguage();
    document.title = `${login === "needed" ? t("login.title") : name} · Landbridge`;
  });
  useEffect(() => {
    const moved = () => {
      setWhere(route());
      window.scrollTo(0, 0);
      // Who listens to the page hears where it is now.
      title.current?.focus({ preventScroll: true });
    };
    const pressed = (/** @type {KeyboardEvent} */ e) => {
      const target = /** @type {HTMLElement} */ (e.target);
      if (
        e.ctrlKey ||
        e.metaKey ||
        e.altKey ||
        state.login !== "ok" ||
        target.closest("input, select, textarea, dialog")
      ) {
        return;
      }
      if (e.key === "/") {
        const filter = document.querySelector("[data-filter]");
        if (filter instanceof HTMLElement) {
          filter.focus();
          e.preventDefault();
        }
      } else if (e.key === "?") {
        setKeys(true);
      } else if (/^[1-9]$/.test(e.key)) {
        location.hash = `#/${VIEWS[Number(e.key) - 1]}`;
      }
    };
    window.addEventListener("hashchange", moved);
    window.addEventListener("keydown", pressed);
    return () => {
      window.removeEventListener("hashchange", moved);
      window.removeEventListener("keydown", pressed);
    };
  }, []);

  const other = html`<button
    type="button"
    class="quiet-button"
    lang=${htmlLanguage() === "en" ? "zh-CN" : "en"}
    onClick=${() => {
      switchLanguage();
      setLanguage(htmlLanguage());
    }}
  >
    ${t("language.other")}
  </button>`;
  const header = html`<header>
    <a class="skip" href="#main" onClick=${(/** @type {Event} */ e) => {
      // The address names the view.
      e.preventDefault();
      title.current?.focus();
    }}>${t("skip")}</a>
    <a class="brand" href="#/overview">Landbridge</a>
    <span class="member">${status?.member ?? ""}</span>
    <span class="space"></span>
    ${login === "ok"
      ? html`<button type="button" class="quiet-button wide" onClick=${() => setKeys(true)}>
          ${t("keys.title")}
        </button>`
      : null}
    ${other}
    ${login === "ok" && userName()
      ? html`<span class="quiet wide">${userName()}</span>
          <button type="button" class="quiet-button" onClick=${leave}>${t("logout")}</button>`
      : null}
  </header>`;
  if (login === "needed") {
    return html`${header}<${Login} refused=${refused} />`;
  }
  return html`${header}
    <div class="frame">
      <nav aria-label=${t("nav")}>
        <ul>
          ${VIEWS.map(
            (each) =>
              html`<li>
                <a
                  href=${`#/${each}`}
                  aria-current=${where.view === each ||
                  (where.view === "application" && each === "applications")
                    ? "page"
                    : undefined}
                  >${t(`nav.${each}`)}</a
                >
              </li>`,
          )}
        </ul>
      </nav>
      <main id="main">
        <div class="title">
          <h1 ref=${title} tabindex="-1">${name}</h1>
          ${at ? html`<span class="quiet">${t("updated", clock(at))}</span>` : null}
        </div>
        ${error ? html`<p class="problem" role="alert">${t("error", error)}</p>` : null}
        ${status && status.state !== "ACTIVE"
          ? html`<p class="note" role="status">
              ${t("overview.plugin")}: ${t(`plugin.${status.state}`)}. ${status.reason}
            </p>`
          : null}
        ${login === "ok" ? html`<${View} ...${where} />` : error ? null : html`<${Loading} />`}
      </main>
    </div>
    ${keys ? html`<${Keys} onDone=${() => setKeys(false)} />` : null}`;
}

render(html`<${Page} />`, /** @type {HTMLElement} */ (document.getElementById("page")));
begin();
