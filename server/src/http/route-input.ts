import type { FastifyRequest } from "fastify";
import { type TSchema, Type } from "typebox";
import { holdsCardNumber, holdsCardNumberInTurns } from "../kit/card-numbers.ts";
import { AMOUNT_PATTERN } from "../kit/money.ts";
import { errors } from "./errors.ts";
import { checkText } from "./json-body.ts";

export const nothing = Type.Object({});

const paramsByPath = new Map<string, TSchema>();

/** Path parameters are text; an id that cannot exist is answered as not found. */
export function paramsOf(path: string): TSchema {
  const known = paramsByPath.get(path);
  if (known !== undefined) return known;
  const names = [...path.matchAll(/:([^/]+)/g)].map(([, name]) => name ?? "");
  const schema = Type.Object(Object.fromEntries(names.map((name) => [name, Type.String()])));
  paramsByPath.set(path, schema);
  return schema;
}

/** Names of the fields that hold minor units: their digits are money, even if they look like a card number. */
export function amountFieldsOf(node: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof node !== "object" || node === null) return found;
  for (const [key, child] of Object.entries(node)) {
    if (isAmountSchema(child)) found.add(key);
    amountFieldsOf(child, found);
  }
  return found;
}

/** An amount, one that may be null, or a list of amounts. */
function isAmountSchema(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  const { pattern, anyOf, items } = node as { pattern?: unknown; anyOf?: unknown; items?: unknown };
  return (
    pattern === AMOUNT_PATTERN ||
    isAmountSchema(items) ||
    (Array.isArray(anyOf) && anyOf.some(isAmountSchema))
  );
}

/** `/checkout/sessions/` is not the list and names no session: an empty id is an unknown address. */
export function refuseEmptyParameters(params: unknown): void {
  for (const name in params as Readonly<Record<string, string>>)
    if ((params as Readonly<Record<string, string>>)[name] === "") throw errors.RESOURCE_NOT_FOUND();
}

/**
 * What schemas cannot express, in path and query: characters that cannot be stored, and card numbers, in any field,
 * declared or not.
 */
export function refuseBadInput(request: FastifyRequest, amountFields: ReadonlySet<string>): void {
  const { url } = request.raw;
  const queryAt = url?.indexOf("?") ?? -1;
  if (url !== undefined && queryAt >= 0) {
    const query = url.slice(queryAt + 1);
    if (query.includes("%")) refuseBadEncoding(query);
    for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
      checkText(name, "query");
      for (const text of Array.isArray(value) ? value : [value]) checkText(String(text), name);
    }
    if (holdsCardNumber(request.query, amountFields)) throw errors.CARD_DATA_NOT_ALLOWED();
  }
  for (const [name, value] of Object.entries(request.params as Record<string, string>))
    checkText(value, name);
}

/** Card numbers in a body that may have megabytes: looked for with turns for other requests in between. */
export async function refuseCardsInTurns(
  { body }: FastifyRequest,
  amountFields: ReadonlySet<string>,
): Promise<void> {
  if (await holdsCardNumberInTurns(body, amountFields)) throw errors.CARD_DATA_NOT_ALLOWED();
}

function refuseBadEncoding(query: string): void {
  try {
    decodeURIComponent(query);
  } catch {
    throw errors.VALIDATION_ERROR({
      fields: [{ path: "query", rule: "encoding", message: "The query is not valid percent-encoded UTF-8." }],
    });
  }
}
