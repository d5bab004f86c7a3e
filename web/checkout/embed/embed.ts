import type { FastifyReply, FastifyRequest } from "fastify";
import { loadScript, type ServedScript, sendScript } from "../scripts.ts";

/** Merchants write this address into their pages, so it never changes. */
export const EMBED_PATH = "/embed.js";

/** A mended script reaches every shop within this time. */
const CACHE_SECONDS = 3600;

/** The script that merchants' pages load to open the payment page beside themselves. */
export const loadEmbedScript = (): ServedScript => loadScript("web/checkout/embed/embed.client.js");

/** Unlike everything else of the payer's pages, other sites may load it. */
export function sendEmbedScript(
  request: FastifyRequest,
  reply: FastifyReply,
  script: ServedScript,
): FastifyReply {
  return sendScript(request, reply, script, {
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
    "cache-control": `public, max-age=${CACHE_SECONDS}`,
  });
}
