import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { repositoryPath, shorterScript } from "./files.ts";
import { sharedHeaders } from "./headers.ts";

/** A script as browsers receive it, compressed once. */
export interface ServedScript {
  readonly body: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
}

/** Reads a script of the repository, without its comments. */
export function loadScript(path: string): ServedScript {
  const body = Buffer.from(shorterScript(readFileSync(repositoryPath(path), "utf8")));
  return { body, gzip: gzipSync(body, { level: 9 }), brotli: brotliCompressSync(body) };
}

/** `headers` say who may load it and how long it may be kept. */
export function sendScript(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, gzip, brotli }: ServedScript,
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  const accepted = String(request.headers["accept-encoding"] ?? "");
  reply
    .headers({ ...sharedHeaders, ...headers, vary: "Accept-Encoding" })
    .type("text/javascript; charset=utf-8");
  if (/\bbr\b/.test(accepted)) return reply.header("content-encoding", "br").send(brotli);
  if (/\bgzip\b/.test(accepted)) return reply.header("content-encoding", "gzip").send(gzip);
  return reply.send(body);
}
