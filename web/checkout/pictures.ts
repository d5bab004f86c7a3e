import type { FastifyReply, FastifyRequest } from "fastify";
import { sharedHeaders } from "./respond.ts";

export const LOGOS_PATH = "/checkout/logos";

const FOR_EVER = "public, max-age=31536000, immutable";
/** A preview follows its link's title and price within minutes. */
const FOR_MINUTES = "public, max-age=300";

/**
 * A picture that we drew. Chat applications load previews from other sites, so these may be embedded anywhere; a picture has
 * no address in it and no power.
 */
export function sendPicture(
  reply: FastifyReply,
  body: Buffer | string,
  {
    type = "image/png",
    forEver = false,
    download,
  }: { readonly type?: string; readonly forEver?: boolean; readonly download?: string } = {},
): FastifyReply {
  if (download !== undefined) reply.header("content-disposition", `attachment; filename="${download}"`);
  return reply
    .headers({
      ...sharedHeaders,
      "cross-origin-resource-policy": "cross-origin",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": forEver ? FOR_EVER : FOR_MINUTES,
    })
    .type(type)
    .send(body);
}

/** `?download` asks for a file to keep instead of a picture to look at. */
export function wantsDownload(request: FastifyRequest): boolean {
  return Object.hasOwn(request.query as Readonly<Record<string, unknown>>, "download");
}
