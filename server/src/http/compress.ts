import { randomBytes, randomInt } from "node:crypto";
import { gzip } from "node:zlib";
import type { onSendHookHandler } from "fastify";
import type { Route } from "./route.ts";

/** A shorter answer fits one packet anyway. */
export const COMPRESS_FROM_BYTES = 1_500;
/** Two thirds of the work of the default 6, for a few more bytes. */
const LEVEL = 5;
const PADDING_BYTES_MAX = 64;
const texts = /^(?:application\/(?:json|jsonl|x-ndjson)|text\/)/;

/**
 * Which operations compress: reads of merchants and operators. Not those of payers, which are short and must be cheap;
 * and no creation, because its answer shows keys, secrets and invitations once next to texts of the caller's choice:
 * their length must not reveal how similar the two are (BREACH).
 */
export function isCompressed({ method, auth }: Pick<Route, "method" | "auth">): boolean {
  return method === "GET" && auth !== "public";
}

/**
 * Compresses a longer answer for clients that accept gzip, in the thread pool. Sends it uncompressed when that fails.
 */
export const compressAnswer: onSendHookHandler = (request, reply, payload, done) => {
  const type = String(reply.getHeader("content-type") ?? "");
  const isText = typeof payload === "string" || Buffer.isBuffer(payload);
  if (!isText || !texts.test(type)) return done(null, payload);
  reply.header("Vary", "Accept-Encoding");
  if (payload.length < COMPRESS_FROM_BYTES || !acceptsGzip(request.headers["accept-encoding"]))
    return done(null, payload);
  gzip(payload, { level: LEVEL }, (error, zipped) => {
    if (error !== null) return done(null, payload);
    reply.header("Content-Encoding", "gzip").removeHeader("Content-Length");
    done(null, padded(zipped, randomBytes(randomInt(PADDING_BYTES_MAX))));
  });
};

/**
 * The same gzip member with extra bytes in its header that every reader skips (RFC 1952, FEXTRA). Lists contain session
 * ids next to texts that payers choose: with a random length, an attacker learns nothing from one more matching letter.
 * Pure.
 */
export function padded(zipped: Buffer, padding: Buffer): Buffer {
  const header = Buffer.from(zipped.subarray(0, 10));
  header[3] = 4;
  // One field of the kind that RFC 1952 leaves to applications: two letters and its length.
  const field = Buffer.alloc(6);
  field.writeUInt16LE(padding.length + 4, 0);
  field.write("pd", 2, "latin1");
  field.writeUInt16LE(padding.length, 4);
  return Buffer.concat([header, field, padding, zipped.subarray(10)]);
}

/** Whether a client accepts gzip (RFC 9110, 12.5.3). Pure. */
export const acceptsGzip = (header: string | string[] | undefined): boolean =>
  accepts(header, ["gzip", "x-gzip"]);

/** Whether a client accepts brotli. Pure. */
export const acceptsBrotli = (header: string | string[] | undefined): boolean => accepts(header, ["br"]);

function accepts(header: string | string[] | undefined, codings: readonly string[]): boolean {
  let others = false;
  for (const entry of String(header ?? "").split(",")) {
    const [coding = "", ...rest] = entry
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const accepted = !rest.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    if (codings.includes(coding)) return accepted;
    if (coding === "*") others = accepted;
  }
  return others;
}
