import type { ComponentChildren } from "preact";
import { RETURN_MARK } from "../../../server/src/kit/return-mark.ts";
import { momentText } from "../i18n/index.ts";
import { type Mark, StateMark } from "../icons.tsx";
import type { SessionView } from "../view.ts";
import { pageUrl } from "../view.ts";

/** The head of every screen except the form: an icon, what happened, and one sentence. */
export function ScreenHead({
  mark,
  heading,
  children,
}: {
  readonly mark: Mark;
  readonly heading: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="head">
      <StateMark mark={mark} />
      <h1>{heading}</h1>
      {children}
    </div>
  );
}

/** Shows that the page is alive; the script changes the text when the wait is long or the connection is lost. */
export function Live({ view, text }: { readonly view: SessionView; readonly text: string }) {
  const { waiting } = view.t;
  return (
    <div class="live">
      <span class="pulse" aria-hidden="true" />
      <p id="live" role="status" data-slow={waiting.liveSlow} data-offline={waiting.offline} data-text={text}>
        {text}
      </p>
      <noscript>
        <a class="small" href={pageUrl(view, view.returned ? { [RETURN_MARK]: "1" } : {})}>
          {waiting.refresh}
        </a>
      </noscript>
    </div>
  );
}

/** What becomes true in so many milliseconds: with the script it appears while the page is open, else at the next reload. */
export function SaidAfter({ ms, children }: { readonly ms: number; readonly children: ComponentChildren }) {
  return (
    <p class="said" hidden={ms > 0} data-show-after={ms > 0 ? ms : undefined}>
      {children}
    </p>
  );
}

/**
 * A moment: by the clock of the payment's country as served (on the form, of the country that the payer chose), rewritten in
 * the payer's own time where the script runs.
 */
export function Moment({
  view: { locale, session, choices },
  iso,
  words,
}: {
  readonly view: SessionView;
  readonly iso: string;
  /** What stands before a time of today, and before a day; with it the date is left out when it is today. */
  readonly words?: { readonly today: string; readonly later: string };
}) {
  return (
    <time
      datetime={iso}
      data-local={words === undefined ? "long" : "short"}
      data-today={words?.today || undefined}
      data-later={words?.later || undefined}
    >
      {words?.later}
      {momentText(locale, iso, (session.status === "OPEN" && choices.country) || session.countryCode)}
    </time>
  );
}

/** A row of details; `copy` adds a button that needs the script, so it starts hidden. */
export function Row({
  name,
  children,
  copy,
  strong = false,
}: {
  readonly name: string;
  readonly children: ComponentChildren;
  readonly copy?: {
    readonly value: string;
    readonly label: string;
    readonly say: string;
    readonly done: string;
  };
  readonly strong?: boolean;
}) {
  return (
    <div class={copy === undefined ? "row" : "row copied"}>
      <dt>{name}</dt>
      <dd class={strong ? "strong" : undefined}>
        {copy === undefined ? children : <span>{children}</span>}
        {copy !== undefined && (
          <button
            type="button"
            class="copy"
            hidden
            data-copy={copy.value}
            data-done={copy.done}
            aria-label={copy.say}
          >
            {copy.label}
          </button>
        )}
      </dd>
    </div>
  );
}
