import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptsBrotli, acceptsGzip } from "../compress.ts";

interface FixedContent {
  readonly mediaType: string;
  readonly cacheControl: string;
  /** How hard brotli tries, from 0 to 11. */
  readonly brotliQuality: number;
  /** Called at the first request. */
  read(): Buffer | Promise<Buffer>;
}

type Coding = "br" | "gzip" | "identity";

/**
 * Answers with content that stays the same while the process runs. It is read and compressed at the first request that
 * needs it, in the thread pool, and kept. A client that has it already gets 304.
 */
export function fixedAnswer({ mediaType, cacheControl, brotliQuality, read }: FixedContent) {
  let content: Promise<{ readonly bytes: Buffer; readonly digest: string }> | undefined;
  const codings = new Map<Coding, Promise<Buffer>>();
  const encoded = (coding: Coding, bytes: Buffer): Promise<Buffer> => {
    const known = codings.get(coding) ?? encode(coding, bytes, brotliQuality);
    codings.set(coding, known);
    return known;
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    content ??= Promise.resolve(read()).then((bytes) => ({
      bytes,
      digest: createHash("sha256").update(bytes).digest("base64url").slice(0, 16),
    }));
    const { bytes, digest } = await content;
    const accepted = request.headers["accept-encoding"];
    const coding = acceptsBrotli(accepted) ? "br" : acceptsGzip(accepted) ? "gzip" : "identity";
    const etag = `"${digest}${coding === "identity" ? "" : `-${coding}`}"`;
    reply.headers({ "Cache-Control": cacheControl, Vary: "Accept-Encoding", ETag: etag });
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    const body = await encoded(coding, bytes);
    if (coding !== "identity") reply.header("Content-Encoding", coding);
    return reply.type(mediaType).send(body);
  };
}

async function encode(coding: Coding, bytes: Buffer, quality: number): Promise<Buffer> {
  if (coding === "identity") return bytes;
  if (coding === "gzip") return promisify(gzip)(bytes);
  return promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: quality } });
}
