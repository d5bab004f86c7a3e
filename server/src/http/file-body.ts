import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { inSlices } from "../kit/slices.ts";
import { decodeBase64 } from "./base64-slices.ts";
import { errors } from "./errors.ts";
import type { FileRule, ReceivedFile } from "./file-rule.ts";
import type { TakeTurn } from "./large-bodies.ts";
import { cutLongText } from "./long-text.ts";
import { JSON_TYPE, refuseOtherEncodings, typesTaken } from "./media-types.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The file of the request, once its body is read; null on routes without one. */
    file: ReceivedFile | null;
  }
}

/**
 * Lets the routes of `scope` accept a file by `rule`. In either form it becomes `request.file`, and the body is the
 * same object with the file's hash: one schema, one `Idempotency-Key` fingerprint, and no search for card numbers in
 * pixels. No step blocks for longer than some milliseconds: the body is read, decoded and hashed in slices, with turns
 * for other requests between them.
 */
export function takeFiles(scope: FastifyInstance, rule: FileRule, takeTurn: TakeTurn): void {
  const taken = typesTaken(rule);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    [...rule.mediaTypes],
    async (request: FastifyRequest, payload: Readable): Promise<object> => {
      refuseOtherEncodings(request, taken);
      const type = request.headers["content-type"] ?? "";
      const mediaType = type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
      const bytes = await readBytes(request, payload, rule.bytesMax, {
        bytes: rule.headBytes,
        check: (head) => rule.checkHead(head, mediaType),
      });
      await takeTurn(request, bytes.length);
      const query = request.query as Readonly<Record<string, unknown>>;
      return { ...query, [rule.typeField]: mediaType, [rule.field]: await receive(request, bytes) };
    },
  );
  scope.addContentTypeParser(
    JSON_TYPE,
    async (request: FastifyRequest, payload: Readable): Promise<unknown> => {
      refuseOtherEncodings(request, taken);
      refuseQuery(request);
      const body = await readBytes(request, payload, request.routeOptions.bodyLimit ?? 0);
      await takeTurn(request, body.length);
      const { value, text } = cutLongText(body, rule.field);
      if (text === null) return value;
      const bytes = await decodeBase64(text);
      if (bytes === null) throw notBase64(rule.field);
      if (bytes.length > rule.bytesMax) throw errors.PAYLOAD_TOO_LARGE({ maxBytes: rule.bytesMax });
      return { ...(value as object), [rule.field]: await receive(request, bytes) };
    },
  );
}

/** Stores the file on the request. Returns the text that replaces it in the body. */
async function receive(request: FastifyRequest, bytes: Buffer): Promise<string> {
  const hash = createHash("sha256");
  await inSlices(bytes, (slice) => {
    hash.update(slice);
    return slice.length;
  });
  const sha256 = hash.digest();
  request.file = { bytes, sha256 };
  return `sha256:${sha256.toString("hex")}`;
}

interface HeadCheck {
  readonly bytes: number;
  readonly check: (head: Buffer) => void;
}

/**
 * Reads the whole body, of at most `bytesMax`. When a dozen arrive together, each advances by one chunk per turn of the
 * event loop, because a socket delivers megabytes at once. Refuses with PAYLOAD_TOO_LARGE as soon as the limit is
 * passed, also without a declared length.
 */
async function readBytes(
  request: FastifyRequest,
  payload: Readable,
  bytesMax: number,
  head: HeadCheck | null = null,
): Promise<Buffer> {
  const header = request.headers["content-length"];
  const expected = header === undefined ? bytesMax : Number(header);
  if (expected > bytesMax) throw errors.PAYLOAD_TOO_LARGE({ maxBytes: bytesMax });
  const bytes = Buffer.allocUnsafe(expected);
  let length = 0;
  let unchecked = head;
  try {
    // The stream is not destroyed when this ends early: the connection still has to carry the refusal.
    for await (const piece of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (length + piece.length > expected) throw errors.PAYLOAD_TOO_LARGE({ maxBytes: bytesMax });
      length += piece.copy(bytes, length);
      if (unchecked !== null && length >= unchecked.bytes) {
        unchecked.check(bytes.subarray(0, length));
        unchecked = null;
      }
      await nextTurn();
    }
  } catch (error) {
    if (payload.destroyed && !payload.readableEnded) throw cutOff();
    throw error;
  }
  unchecked?.check(bytes.subarray(0, length));
  return bytes.subarray(0, length);
}

/** Maximum length of a parameter name repeated in an error. */
const PARAMETER_LENGTH_MAX = 120;

/** In the JSON form every field is in the body. */
function refuseQuery({ query }: FastifyRequest): void {
  const [name] = Object.keys(query as object);
  if (name === undefined) return;
  const path = name.slice(0, PARAMETER_LENGTH_MAX);
  const message = `${path} is a parameter only where the body is the file itself.`;
  throw errors.VALIDATION_ERROR({ fields: [{ path, rule: "unknown", message }] });
}

const notBase64 = (path: string) =>
  errors.VALIDATION_ERROR({
    fields: [{ path, rule: "base64", message: `${path} must be base64 with its padding, on one line.` }],
  });
const cutOff = () =>
  errors.VALIDATION_ERROR({
    fields: [{ path: "body", rule: "length", message: "The body ended before its last byte." }],
  });
