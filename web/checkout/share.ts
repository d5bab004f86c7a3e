import type { FastifyReply, FastifyRequest } from "fastify";
import { amountIn } from "./i18n/index.ts";
import { type LinkRequest, linkOf, localeOf } from "./link-page.ts";
import type { PagesContext } from "./pages.ts";
import { sendPicture, wantsDownload } from "./pictures.ts";
import { drawPreview } from "./preview/card.ts";
import { qrPng, qrSvg } from "./qr.ts";

/** Previews drawn last: a link that goes round in a chat is asked for by everybody at once. */
const PREVIEWS_MAX = 200;
const previews = new Map<string, Buffer>();

/** `GET /pay/:slug/qr.png` and `.svg`: the link's address as a code, for a poster or a counter. Creates nothing. */
export async function sendLinkQr(
  context: PagesContext,
  request: FastifyRequest<LinkRequest>,
  reply: FastifyReply,
  kind: "png" | "svg",
) {
  const link = await linkOf(context, request);
  if (link === null) return context.showEnding(request, reply, "notFound", 404);
  const address = `${context.origin}/pay/${link.slug}`;
  const download = wantsDownload(request) ? { download: `qr-${link.slug}.${kind}` } : {};
  return kind === "png"
    ? sendPicture(reply, qrPng(address), download)
    : sendPicture(reply, qrSvg(address), { ...download, type: "image/svg+xml; charset=utf-8" });
}

/** `GET /pay/:slug/preview.png`: what a chat shows of the link. */
export async function sendPreview(
  context: PagesContext,
  request: FastifyRequest<LinkRequest>,
  reply: FastifyReply,
) {
  const link = await linkOf(context, request);
  if (link === null) return context.showEnding(request, reply, "notFound", 404);
  const { merchantName, title, primaryColor } = link;
  const amount = amountIn(localeOf(request, link), link);
  const key = JSON.stringify([merchantName, amount, title, primaryColor]);
  let picture = previews.get(key);
  if (picture === undefined) {
    picture = drawPreview({
      merchantName,
      amount,
      title,
      ...(primaryColor === undefined ? {} : { primaryColor }),
    });
    const oldest = previews.size >= PREVIEWS_MAX ? previews.keys().next() : null;
    if (oldest?.done === false) previews.delete(oldest.value);
    previews.set(key, picture);
  }
  return sendPicture(reply, picture);
}
