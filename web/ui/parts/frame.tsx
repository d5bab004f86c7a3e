import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { request } from "../api/request.ts";
import { useAddress } from "../app/address.ts";
import { useReader } from "../app/reader.tsx";
import { isTyping, keyedActs, shortcutsAreOn } from "../app/shortcuts.ts";
import { MentionsDialog } from "../notes/later.ts";
import { later } from "./later.tsx";
import { currentOf, type NavLinks } from "./nav-links.ts";

// Opened by a key, and by few: their files come when they are asked for.
const HelpDialog = later(async () => (await import("./help.tsx")).HelpDialog);
const Palette = later(async () => (await import("./palette.tsx")).Palette);

interface FrameProps {
  /** Whose pages these are: the product's name for operators, the merchant's for its people. */
  readonly house: string;
  /** Where the house leads. */
  readonly home: string;
  readonly nav: readonly NavLinks[];
  /** Where a search leads, with `?q=` behind it. */
  readonly searchPath: string;
  /** Merchant and mode. */
  readonly switches?: ComponentChildren;
  readonly isSandbox?: boolean;
  readonly children: ComponentChildren;
}

/** Head, navigation and content of every page. On a phone the navigation is a menu. */
export function Frame({ house, home, nav, searchPath, switches, isSandbox, children }: FrameProps) {
  const { words, account } = useReader();
  const t = words.frame;
  const { path } = useLocation();
  const menu = useRef<HTMLDetailsElement>(null);
  const [asked, setAsked] = useState<"help" | "palette" | "mentions" | null>(null);
  const { query, set } = useAddress();
  useShortcuts(nav, setAsked);
  useEffect(() => {
    if (menu.current !== null) menu.current.open = false;
  }, [path]);
  return (
    <div class="house">
      <a class="skip" href="#main">
        {t.skip}
      </a>
      {isSandbox === true && (
        <aside class="band" aria-label={t.mode}>
          {t.sandboxBand}
        </aside>
      )}
      <header class="head">
        <a class="brand" href={home}>
          <span class="mark" aria-hidden="true">
            <i />
            <i />
            <i />
            <i />
          </span>
          <span>{house}</span>
        </a>
        <SearchForm path={searchPath} />
        <div class="places">{switches}</div>
        <OwnMenu
          name={account.name}
          audience={account.audience}
          onHelp={() => setAsked("help")}
          onMentions={() => setAsked("mentions")}
        />
      </header>
      <details class="menu" ref={menu}>
        <summary>{t.menu}</summary>
        <Navigation nav={nav} path={path} label={t.pages} />
      </details>
      <div class="side">
        <Navigation nav={nav} path={path} label={t.pages} />
      </div>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {(asked === "mentions" || query.named === "1") && (
        <MentionsDialog
          root={account.audience === "operator" ? "/console" : home}
          onClose={() => {
            setAsked(null);
            if (query.named === "1") set({ named: null });
          }}
        />
      )}
      {asked === "help" && <HelpDialog nav={nav} onClose={() => setAsked(null)} />}
      {asked === "palette" && <Palette nav={nav} searchPath={searchPath} onClose={() => setAsked(null)} />}
    </div>
  );
}

function Navigation({
  nav,
  path,
  label,
}: {
  readonly nav: readonly NavLinks[];
  readonly path: string;
  readonly label: string;
}) {
  const current = currentOf(nav, path);
  return (
    <nav aria-label={label}>
      {nav.map(({ title, links }) => (
        <section key={title ?? ""}>
          {title !== null && <h2>{title}</h2>}
          <ul>
            {links.map(({ href, text, count }) => (
              <li key={href}>
                <a href={href} aria-current={href === current ? "page" : undefined}>
                  <span>{text}</span>
                  {count !== undefined && count !== null && count > 0 && <span class="count">{count}</span>}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function SearchForm({ path }: { readonly path: string }) {
  const { words } = useReader();
  const { route, query } = useLocation();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget as HTMLFormElement).get("q") ?? "").trim();
    if (text !== "") route(`${path}?q=${encodeURIComponent(text)}`);
  };
  return (
    <search>
      <form class="search" onSubmit={submit}>
        <label class="hidden" for="search">
          {words.frame.search}
        </label>
        <input
          id="search"
          name="q"
          type="search"
          placeholder={words.frame.searchHint}
          aria-keyshortcuts="/"
          autocomplete="off"
          minLength={2}
          maxLength={128}
          defaultValue={query.q ?? ""}
        />
        <button type="submit">{words.frame.search}</button>
      </form>
    </search>
  );
}

interface OwnMenuProps {
  readonly name: string;
  readonly audience: "merchant" | "operator";
  readonly onHelp: () => void;
  readonly onMentions: () => void;
}

function OwnMenu({ name, audience, onHelp, onMentions }: OwnMenuProps) {
  const { words } = useReader();
  const root = audience === "operator" ? "/console" : "";
  const logOut = async () => {
    const own = { audience, merchantId: null, mode: null };
    await request(own, `/auth/${audience}/log-out`, { method: "POST", body: {} });
    location.assign(`${root}/login`);
  };
  return (
    <div class="own">
      <button type="button" class="own-button" popovertarget="own-menu">
        <span aria-hidden="true" class="initials">
          {initialsOf(name)}
        </span>
        <span class="hidden">{words.frame.account}</span>
      </button>
      <div id="own-menu" popover="auto" class="popover">
        <p>{name}</p>
        <ul>
          <li>
            <a href={`${root}/account`}>{words.frame.account}</a>
          </li>
          <li>
            <button type="button" class="link" onClick={onMentions}>
              {words.notes.mentions}
            </button>
          </li>
          <li>
            <button type="button" class="link" onClick={onHelp}>
              {words.frame.shortcuts}
            </button>
          </li>
          <li>
            <button type="button" class="link" onClick={() => void logOut()}>
              {words.frame.logOut}
            </button>
          </li>
        </ul>
      </div>
    </div>
  );
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => [...part][0]?.toUpperCase() ?? "")
    .join("");

/** After `g`, the key of a page counts for this long. */
const GO_MS = 1_500;

function useShortcuts(nav: readonly NavLinks[], ask: (what: "help" | "palette") => void): void {
  const { route } = useLocation();
  const goUntil = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "k") {
        event.preventDefault();
        ask("palette");
        return;
      }
      if (isTyping(event) || !shortcutsAreOn()) return;
      const target = nav.flatMap(({ links }) => links).find(({ key }) => key === event.key);
      if (goUntil.current > event.timeStamp && target !== undefined) {
        goUntil.current = 0;
        route(target.href);
      } else if (event.key === "g") goUntil.current = event.timeStamp + GO_MS;
      else if (event.key === "?") ask("help");
      else if (event.key === "/") {
        event.preventDefault();
        document.getElementById("search")?.focus();
      } else {
        const act = keyedActs().find((one) => one.ariaKeyShortcuts === event.key);
        if (act) event.preventDefault();
        act?.click();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [nav, route, ask]);
}
