import type { FastifyReply, FastifyRequest } from "fastify";
import { sharedHeaders } from "./headers.ts";

export const LOGOS_PATH = "/checkout/logos";

/** How long others may cache a picture. A code's address never changes, but its link can be removed. */
const cacheControls = {
  minutes: "public, max-age=300",
  day: "public, max-age=86400",
  "for ever": "public, max-age=31536000, immutable",
};

/**
 * A picture of ours. Chat applications load previews from other sites, so these may be embedded anywhere; a picture
 * contains no address and is harmless.
 */
export function sendPicture(
  reply: FastifyReply,
  body: Buffer | string,
  {
    type = "image/png",
    cache = "minutes",
    download,
  }: {
    readonly type?: string;
    readonly cache?: keyof typeof cacheControls;
    readonly download?: string;
  } = {},
): FastifyReply {
  if (download !== undefined) reply.header("content-disposition", `attachment; filename="${download}"`);
  return reply
    .headers({
      ...sharedHeaders,
      "cross-origin-resource-policy": "cross-origin",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": cacheControls[cache],
    })
    .type(type)
    .send(body);
}

/** `?download` requests a file to save instead of a picture to show. */
export function wantsDownload(request: FastifyRequest): boolean {
  return Object.hasOwn(request.query as Readonly<Record<string, unknown>>, "download");
}
