import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { Refusal } from "../kit/errors.ts";
import { errors } from "./errors.ts";

export const JSON_TYPE = "application/json";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Media types that the route takes; JSON alone when absent. */
    mediaTypes?: readonly string[];
  }
}

/** What a route takes as a body: a file of these types, or JSON. */
export const typesTaken = (
  file: { readonly mediaTypes: readonly string[] } | undefined,
): readonly string[] => [...(file?.mediaTypes ?? []), JSON_TYPE];

/** UNSUPPORTED_MEDIA_TYPE that says which types this operation takes, in its sentence and in `details.mediaTypes`. */
function unsupportedMediaType(taken: readonly string[] = [JSON_TYPE]): Refusal {
  const types = taken.map((type) => (type === JSON_TYPE ? `${type} in UTF-8` : type));
  const [last = ""] = types.slice(-1);
  const list = types.length === 1 ? last : `${types.slice(0, -1).join(", ")} or ${last}`;
  const sentence = `The body must have the Content-Type ${list}, without Content-Encoding.`;
  return new Refusal(errors.UNSUPPORTED_MEDIA_TYPE.declaration, { mediaTypes: taken }, undefined, sentence);
}

/** What the framework refused before a parser was asked, said as our parsers say it; any other error as it is. */
export function asMediaTypeRefusal(error: unknown, { routeOptions }: FastifyRequest): unknown {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return code === "FST_ERR_CTP_INVALID_MEDIA_TYPE"
    ? unsupportedMediaType(routeOptions?.config.mediaTypes)
    : error;
}

/** Refuses compressed bodies and other character sets: the bytes sent are the text read. */
export function refuseOtherEncodings(
  { headers }: Pick<IncomingMessage, "headers">,
  taken?: readonly string[],
): void {
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = headers;
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1] ?? "utf-8";
  if (encoding !== "identity" || !/^utf-?8$/i.test(charset)) throw unsupportedMediaType(taken);
}
