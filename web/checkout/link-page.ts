import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../server/src/kit/errors.ts";
import type { Locale } from "../../server/src/kit/money.ts";
import type { LinkPage } from "../../server/src/kit/payer-pages.ts";
import type { Picture } from "./assets.ts";
import { doubtOf, type PriceProblem, priceKind, problemOfRefusal, readChosen } from "./chosen-price.ts";
import type { PagesContext } from "./context.ts";
import { type PageDocument, renderDocument } from "./document.tsx";
import { amountText, chooseLocale, dictionaries, languageTags, type Messages } from "./i18n/index.ts";
import { seeOther, sendPage, sentFromHere, waitAsTold, whenAgain } from "./respond.ts";
import { HelpLine } from "./screens/help.tsx";
import { closedLabels, LinkScreen } from "./screens/link.tsx";
import { cookieValue } from "./typed.ts";

/** The code of a cell may stand before it. */
const slugPattern = /^(?:[a-z0-9]{1,3}_)?[a-z0-9-]{1,64}$/;

export type LinkRequest = { readonly Params: { readonly slug: string } };
type Params = LinkRequest;

/** `GET /pay/:slug`: the link's page. Creates nothing: mail scanners and chat previews open links too. */
export async function showLink(context: PagesContext, request: FastifyRequest<Params>, reply: FastifyReply) {
  const link = await linkOf(context, request);
  if (link === null) return context.showEnding(request, reply, "notFound", 404);
  return send(context, request, reply, link, { status: 200, problem: null });
}

/** `POST /pay/:slug`: the payer's own click makes the session, and redirects to its page. */
export async function openLink(context: PagesContext, request: FastifyRequest<Params>, reply: FastifyReply) {
  const link = await linkOf(context, request);
  if (link === null) return context.showEnding(request, reply, "notFound", 404);
  const { t, query } = languageOf(request, link);
  if (!sentFromHere(request, context.origin))
    return send(context, request, reply, link, { status: 403, problem: t.errors.foreignForm });
  const fields = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  const words = languageOf(request, link);
  const chosen = readChosen(link, fields, words);
  const doubt = "field" in chosen ? chosen : doubtOf(link, chosen, fields.sure === "1", words);
  if ("field" in chosen || doubt !== null)
    return send(context, request, reply, link, { status: 422, problem: doubt });
  try {
    const facts = { ip: request.ip, requestId: request.id };
    const { sessionUrl } = await context.links.openSession(link.slug, chosen, facts);
    // Only the path: the service may be reached under another name than its configured one, and the form may only lead
    // to its own origin.
    const { pathname } = new URL(sessionUrl, context.origin);
    reply.header("set-cookie", ownSessionCookie(link.slug, pathname, context.https));
    return seeOther(reply, `${pathname}${query}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { name, status } = error.declaration;
    const problem = problemOfRefusal(error, link, fields, words);
    if (problem !== null) return send(context, request, reply, link, { status: 422, problem });
    if (name.startsWith("PAYMENT_LINK_")) return seeOther(reply, `/pay/${link.slug}${query}`);
    if (name === "RATE_LIMITED")
      return send(context, request, waitAsTold(reply, error), link, {
        status,
        problem: t.errors.tooMany(whenAgain(error, t)),
      });
    if (name === "SERVICE_UNAVAILABLE")
      return send(context, request, waitAsTold(reply, error), link, {
        status,
        problem: t.errors.unavailable,
      });
    if (name === "MERCHANT_KYB_NOT_APPROVED")
      return context.showEnding(request, reply, "merchantClosed", 409);
    if (name === "CHECKOUT_NO_PAYMENT_METHODS") return context.showEnding(request, reply, "noMethod", 409);
    throw error;
  }
}

/** Null when the slug is unknown. */
const OWN_SESSION = "own";
/** As long as the receipt is likely to be looked for. */
const OWN_SESSION_SECONDS = 30 * 24 * 3600;
const ownPattern = /^\/checkout\/[A-Za-z0-9_-]{1,128}$/;

/** The page of the payment that this device began through the link: read by this link's page alone, and by no script. */
function ownSessionCookie(slug: string, pathname: string, secure: boolean): string {
  const attributes = `HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return `${OWN_SESSION}=${pathname}; Path=/pay/${slug}; Max-Age=${OWN_SESSION_SECONDS}; ${attributes}`;
}

function ownSessionOf(request: FastifyRequest): string | null {
  const value = cookieValue(request.headers.cookie, OWN_SESSION);
  return value !== null && value !== undefined && ownPattern.test(value) ? value : null;
}

export async function linkOf(
  { links }: PagesContext,
  request: FastifyRequest<Params>,
): Promise<LinkPage | null> {
  const { slug } = request.params;
  if (!slugPattern.test(slug)) return null;
  try {
    return await links.page(slug);
  } catch (error) {
    if (error instanceof Refusal && error.declaration.status === 404) return null;
    throw error;
  }
}

function localeOf(request: FastifyRequest, link: LinkPage): Locale {
  const asked = (request.query as Readonly<Record<string, unknown>>).lang;
  return chooseLocale(typeof asked === "string" ? asked : null, link.locale);
}

function languageOf(request: FastifyRequest, link: LinkPage) {
  const locale = localeOf(request, link);
  return { locale, t: dictionaries[locale], query: locale === link.locale ? "" : `?lang=${locale}` };
}

async function send(
  context: PagesContext,
  request: FastifyRequest,
  reply: FastifyReply,
  link: LinkPage,
  { status, problem }: { readonly status: number; readonly problem: PriceProblem | string | null },
) {
  const { locale, t, query } = languageOf(request, link);
  const amount = link.price.amount === null ? null : amountText(locale, link.price.amount, link.currency);
  const isUnit = priceKind(link) === "quantity";
  const price = amount !== null && isUnit ? `${amount} ${t.link.perUnit}` : amount;
  const inShort =
    price === null ? t.link.previewOpen(link.merchantName) : t.link.preview(price, link.merchantName);
  const path = `/pay/${link.slug}`;
  const rendered = renderDocument(
    {
      t,
      locale,
      title: `${link.title ?? inShort} · ${link.merchantName}`,
      order: {
        logo: await context.logoOf(link.logo),
        merchantName: link.merchantName,
        runBy: link.runBy,
        amount,
        ...(isUnit ? { amountLabel: t.link.unitPrice, fee: t.link.perUnit } : {}),
        title: link.title,
        description: link.description,
        ...(link.primaryColor === undefined ? {} : { primaryColor: link.primaryColor }),
        testGuidePath: context.testGuidePath,
        ...(link.mode === undefined ? {} : { mode: link.mode }),
      },
      look: link.linkStatus === "ACTIVE" ? "form" : "state",
      help: HelpLine({ t, merchantName: link.merchantName, help: link.help, reference: null }),
      main: LinkScreen({
        link,
        t,
        locale,
        amount,
        action: `${path}${query}`,
        problem,
        own: ownSessionOf(request),
      }),
      path,
      meta: previewOf(link, {
        t,
        locale,
        inShort,
        address: `${context.origin}${path}`,
        picture: context.assets.linkPreview,
      }),
    },
    context.assets,
  );
  return sendPage(request, reply, rendered, status);
}

/** What chat applications show when the link is shared. A link that accepts no payment says so there as well. */
function previewOf(
  link: LinkPage,
  {
    t,
    locale,
    inShort,
    address,
    picture,
  }: {
    readonly t: Messages;
    readonly locale: Locale;
    /** What is paid to whom. */
    readonly inShort: string;
    readonly address: string;
    readonly picture: Picture;
  },
): NonNullable<PageDocument["meta"]> {
  const closed = link.linkStatus === "ACTIVE" ? null : closedLabels(link.linkStatus, t)[0];
  const about = [closed, link.title === null ? null : inShort, link.description].filter((part) => part);
  return [
    { property: "og:type", content: "website" },
    { property: "og:title", content: link.title ?? inShort },
    { property: "og:description", content: about.join(" · ") || t.link.lead },
    { property: "og:site_name", content: link.merchantName },
    { property: "og:url", content: address },
    { property: "og:locale", content: languageTags[locale].replace("-", "_") },
    { property: "og:image", content: `${address}/preview.png` },
    { property: "og:image:type", content: "image/png" },
    { property: "og:image:width", content: `${picture.width}` },
    { property: "og:image:height", content: `${picture.height}` },
    { property: "og:image:alt", content: link.merchantName },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
