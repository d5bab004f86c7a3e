import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../server/src/kit/errors.ts";
import { renderDocument } from "./document.tsx";
import { amountIn, chooseLocale, dictionaries } from "./i18n/index.ts";
import type { PagesContext } from "./pages.ts";
import type { LinkPage } from "./ports.ts";
import { seeOther, sendPage, sentFromHere } from "./respond.ts";
import { LinkScreen } from "./screens/ended.tsx";

const slugPattern = /^[a-z0-9-]{1,64}$/;

type Params = { readonly Params: { readonly slug: string } };

/** `GET /pay/:slug`: what the link is for. Creates nothing: mail scanners and chat previews open links too. */
export async function showLink(context: PagesContext, request: FastifyRequest<Params>, reply: FastifyReply) {
  const link = await linkOf(context, request);
  if (link === null) return context.showEnding(request, reply, "notFound", 404);
  return send(context, request, reply, link, { status: 200, problem: null });
}

/** `POST /pay/:slug`: the payer's own click makes the session, and leads to its page. */
export async function openLink(context: PagesContext, request: FastifyRequest<Params>, reply: FastifyReply) {
  const link = await linkOf(context, request);
  if (link === null) return context.showEnding(request, reply, "notFound", 404);
  const { t, query } = languageOf(request, link);
  if (!sentFromHere(request, context.origin))
    return send(context, request, reply, link, { status: 403, problem: t.errors.foreignForm });
  try {
    const facts = { ip: request.ip, requestId: request.id };
    const { sessionUrl } = await context.links.openSession(link.slug, facts);
    // Only the path: the service may be reached under another name than the one it is configured with, and the form may
    // only lead to its own origin.
    return seeOther(reply, `${new URL(sessionUrl, context.origin).pathname}${query}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { name, status } = error.declaration;
    if (name.startsWith("PAYMENT_LINK_")) return seeOther(reply, `/pay/${link.slug}${query}`);
    if (name === "RATE_LIMITED")
      return send(context, request, reply, link, { status, problem: t.errors.tooMany });
    if (name === "SERVICE_UNAVAILABLE")
      return send(context, request, reply, link, { status, problem: t.errors.unavailable });
    if (name === "MERCHANT_KYB_NOT_APPROVED")
      return context.showEnding(request, reply, "merchantClosed", 409);
    if (name === "CHECKOUT_NO_PAYMENT_METHODS") return context.showEnding(request, reply, "noMethod", 409);
    throw error;
  }
}

async function linkOf({ links }: PagesContext, request: FastifyRequest<Params>): Promise<LinkPage | null> {
  const { slug } = request.params;
  if (!slugPattern.test(slug)) return null;
  try {
    return await links.page(slug);
  } catch (error) {
    if (error instanceof Refusal && error.declaration.status === 404) return null;
    throw error;
  }
}

function languageOf(request: FastifyRequest, link: LinkPage) {
  const asked = (request.query as Readonly<Record<string, unknown>>).lang;
  const locale = chooseLocale(typeof asked === "string" ? asked : null, link.locale);
  return { locale, t: dictionaries[locale], query: locale === link.locale ? "" : `?lang=${locale}` };
}

function send(
  context: PagesContext,
  request: FastifyRequest,
  reply: FastifyReply,
  link: LinkPage,
  { status, problem }: { readonly status: number; readonly problem: string | null },
) {
  const { locale, t, query } = languageOf(request, link);
  const amount = amountIn(locale, link);
  const path = `/pay/${link.slug}`;
  const title = link.title ?? t.link.preview(amount, link.merchantName);
  const rendered = renderDocument(
    {
      t,
      locale,
      title: `${title} · ${link.merchantName}`,
      order: {
        merchantName: link.merchantName,
        amount,
        title: link.title,
        description: link.description,
        ...(link.primaryColor === undefined ? {} : { primaryColor: link.primaryColor }),
        testGuidePath: context.testGuidePath,
        ...(link.mode === undefined ? {} : { mode: link.mode }),
      },
      main: LinkScreen({ link, t, amount, action: `${path}${query}`, problem }),
      path,
      // What chat applications show when the link is shared.
      meta: [
        { property: "og:type", content: "website" },
        { property: "og:title", content: title },
        {
          property: "og:description",
          content: link.description ?? t.link.preview(amount, link.merchantName),
        },
        { property: "og:site_name", content: link.merchantName },
        { property: "og:url", content: `${context.origin}${path}` },
        { property: "og:locale", content: locale },
      ],
    },
    context.assets,
  );
  return sendPage(request, reply, rendered, status);
}
