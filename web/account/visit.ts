import type { FastifyReply, FastifyRequest } from "fastify";
import type { CellCode } from "../../server/src/kit/cell.ts";
import type { Logger } from "../../server/src/kit/logger.ts";
import type { Locale } from "../../server/src/kit/money.ts";
import type { PageAssets } from "./assets.ts";
import type { PageCookies } from "./cookies.ts";
import { type PageDocument, renderDocument } from "./document.tsx";
import { browserLocale, dictionaries, isLocale, type Texts } from "./i18n/index.ts";
import { type AccountPaths, accountPaths } from "./paths.ts";
import type { AccountPort, PageFacts } from "./ports.ts";
import { sendPage } from "./respond.ts";

/** What the pages of one audience share. */
export interface PagesContext<Caller> {
  readonly port: AccountPort<Caller>;
  readonly paths: AccountPaths;
  readonly assets: PageAssets;
  readonly cookies: PageCookies;
  /** Null: the default cell. */
  readonly cell: CellCode | null;
  readonly nowMs: () => number;
  readonly log: Logger;
}

/** One request of a page. */
export interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly locale: Locale;
  readonly t: Texts;
  readonly facts: PageFacts;
  /** The fields of the form, as text. */
  readonly fields: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The same in another language: that of the account. */
  in(locale: Locale): Visit;
  show(page: Omit<PageDocument, "locale" | "audience" | "cell">, status?: number): FastifyReply;
}

const LANGUAGE_COOKIE = "language";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Reads a request. A language that was chosen by a link is kept in a cookie for the pages that follow. */
export function visitOf<Caller>(
  context: PagesContext<Caller>,
  request: FastifyRequest,
  reply: FastifyReply,
): Visit {
  const { cookies, nowMs } = context;
  const query = textsOf(request.query);
  const kept = cookies.read(request.headers.cookie, LANGUAGE_COOKIE);
  if (isLocale(query.lang))
    reply.header("set-cookie", cookies.set(LANGUAGE_COOKIE, query.lang, YEAR_SECONDS));
  const asked = [query.lang, kept].find(isLocale) ?? browserLocale(request.headers["accept-language"]);
  const facts: PageFacts = {
    requestId: request.id,
    ip: request.ip,
    nowMs: nowMs(),
    userAgent: request.headers["user-agent"],
  };
  const make = (locale: Locale): Visit => ({
    request,
    reply,
    locale,
    t: dictionaries[locale],
    facts,
    fields: textsOf(request.body),
    query,
    in: make,
    show: (page, status = 200) => {
      const { audience } = context.port;
      return sendPage(
        reply,
        renderDocument({ ...page, locale, audience, cell: context.cell }, context.assets),
        status,
      );
    },
  });
  return make(asked);
}

function textsOf(given: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries((given ?? {}) as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

export function createContext<Caller>(
  deps: Pick<PagesContext<Caller>, "port" | "assets" | "cookies" | "cell" | "nowMs" | "log">,
): PagesContext<Caller> {
  return { ...deps, paths: accountPaths[deps.port.audience] };
}
