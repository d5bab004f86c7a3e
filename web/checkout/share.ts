import type { FastifyReply, FastifyRequest } from "fastify";
import type { PagesContext } from "./context.ts";
import { type LinkRequest, linkOf } from "./link-page.ts";
import { sendPicture, wantsDownload } from "./pictures.ts";
import { qrPng, qrSvg } from "./qr.ts";

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

/**
 * `GET /pay/:slug/preview.png`: the picture that a chat shows for the link. One picture for all links; the page's text
 * says what is paid.
 */
export async function sendPreview(
  context: PagesContext,
  request: FastifyRequest<LinkRequest>,
  reply: FastifyReply,
) {
  const link = await linkOf(context, request);
  if (link === null) return context.showEnding(request, reply, "notFound", 404);
  return sendPicture(reply, context.assets.linkPreview.body, { cache: "day" });
}
