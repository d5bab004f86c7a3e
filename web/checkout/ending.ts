import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../server/src/kit/errors.ts";
import type { Logger } from "../../server/src/kit/logger.ts";
import type { Locale } from "../../server/src/kit/money.ts";
import { preferredLocale } from "../../server/src/kit/preferred-locale.ts";
import type { PageAssets } from "./assets.ts";
import type { PagesContext } from "./context.ts";
import { renderDocument } from "./document.tsx";
import { chooseLocale, dictionaries } from "./i18n/index.ts";
import { sendPage, waitAsTold, whenAgain } from "./respond.ts";
import { EndedScreen, type Ending, endingLabels } from "./screens/ended.tsx";

/** The language of a page without a session: the requested one, else the browser's, else French. */
export function readerLanguage({ query, headers }: FastifyRequest): Locale {
  const asked = (query as Readonly<Record<string, unknown>> | undefined)?.lang;
  return chooseLocale(
    typeof asked === "string" ? asked : null,
    preferredLocale(headers["accept-language"]) ?? "fr",
  );
}

/** A page without anything to pay. */
export function showEnding(
  assets: PageAssets,
  request: FastifyRequest,
  reply: FastifyReply,
  ending: Ending,
  status: number,
  refusal?: Refusal,
): Promise<FastifyReply> {
  const locale = readerLanguage(request);
  const t = dictionaries[locale];
  const body = EndedScreen({
    ending,
    t,
    ...(refusal === undefined ? {} : { when: whenAgain(refusal, t) }),
    ...(ending === "broken" ? { requestId: String(request.id) } : {}),
    ...(ending === "broken" || ending === "tooMany" || ending === "moved"
      ? { retryPath: request.url.split("?")[0] ?? "/" }
      : {}),
  });
  const document = renderDocument(
    { t, locale, title: endingLabels(ending, t)[0], order: null, main: body, look: "alone", path: null },
    assets,
  );
  return sendPage(request, reply, document, status);
}

export interface ErrorDeps extends Pick<PagesContext, "showEnding"> {
  /** Translates a temporary error that is not a refusal, such as an unreachable database; null for others. */
  readonly passing?: (error: unknown) => Refusal | null;
  readonly log: Logger;
}

/** A page that says of an error what its reader can do. What is no refusal is logged, and its cause is not shown. */
export function showError(
  { showEnding, passing: passingOf, log }: ErrorDeps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (error instanceof Refusal && error.declaration.status === 429)
    return showEnding(request, waitAsTold(reply, error), "tooMany", 429, error);
  const passing = error instanceof Refusal ? error : (passingOf?.(error) ?? null);
  if (passing?.declaration.status === 503)
    return showEnding(request, waitAsTold(reply, passing), "broken", 503);
  if (passing?.declaration.status === 421) return showEnding(request, reply, "moved", 421);
  const known = error instanceof Refusal ? error.declaration.status : statusOf(error);
  if (known >= 500) log.error("checkout.page.failed", { requestId: request.id, error });
  const status = known >= 400 && known < 600 ? known : 500;
  return showEnding(request, reply, "broken", status);
}

function statusOf(error: unknown): number {
  const status =
    typeof error === "object" && error !== null && "statusCode" in error ? error.statusCode : 500;
  return typeof status === "number" ? status : 500;
}
