import type { Locale } from "../../server/src/kit/money.ts";
import type { PageSession } from "../../server/src/kit/payer-pages.ts";
import type { Choices } from "./choices.ts";
import type { FormError } from "./completion-form.ts";
import type { Messages } from "./i18n/index.ts";
import type { Typed } from "./typed.ts";

/** Everything that a screen of a session shows, decided before it is drawn. */
export interface SessionView {
  readonly t: Messages;
  readonly locale: Locale;
  readonly session: PageSession;
  /** The amount in the page's language. */
  readonly amount: string;
  /** The service's own address, for what is read on paper. */
  readonly origin: string;
  /** Where the script reads the session's state. */
  readonly statusPath: string;
  /** The page's own path, without a query. */
  readonly path: string;
  /** `lang=en` when the payer asked for another language than the page's default, else empty. */
  readonly langQuery: string;
  readonly choices: Choices;
  readonly typed: Typed;
  readonly errors: readonly FormError[];
  /**
   * The payer came straight from the form: the redirect may start automatically. Never on a later visit; otherwise
   * going back from the provider's page would send the payer there again.
   */
  readonly justSent: boolean;
  /** How often a browser without the script has reloaded this wait. */
  readonly waits: number;
  /** The payer is back from the provider's page, and may have confirmed there. */
  readonly returned: boolean;
  /** The choice last paid with on this device, if it is offered and nothing was typed yet. */
  readonly lastUsed: string | null;
  /** The address that was refused, to be corrected; empty otherwise. It is shown again and kept nowhere. */
  readonly mailAddress: string;
  /** The receipt was sent to the address that the payer typed. */
  readonly mailed: boolean;
  /** The payer has just left an attempt for another way: that is no failure. */
  readonly justLeft: boolean;
  /** The payer tried to pay a session that was already paid. */
  readonly alreadyPaid: boolean;
}

/** `path` with the page's language and more query parameters. */
export function pageUrl(
  view: Pick<SessionView, "path" | "langQuery">,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(view.langQuery);
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  const text = query.toString();
  return text === "" ? view.path : `${view.path}?${text}`;
}
