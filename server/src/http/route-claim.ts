import type { FastifyRequest } from "fastify";
import { formatActor } from "../kit/actor.ts";
import { containsCardNumber } from "../kit/card-numbers.ts";
import type { Keyring } from "../kit/keyring.ts";
import { concealSessionIds } from "../kit/session-id.ts";
import { fingerprintOf } from "./canonical-json.ts";
import { errors } from "./errors.ts";
import { OPEN_KEY_LENGTH_MIN, parseIdempotencyKey } from "./idempotency.ts";
import { addressShare } from "./limits/address.ts";
import type { IdempotencyClaim, Route } from "./route.ts";

/**
 * The claim of the request's `Idempotency-Key`, or null. Refuses with IDEMPOTENCY_KEY_REQUIRED where a key is required.
 */
export function claimOf(route: Route, request: FastifyRequest, keyring: Keyring): IdempotencyClaim | null {
  if (route.idempotency === "none") return null;
  const key = parseIdempotencyKey(request.headers["idempotency-key"]);
  if (key === null) {
    if (route.idempotency === "required") throw errors.IDEMPOTENCY_KEY_REQUIRED();
    return null;
  }
  if (containsCardNumber(key)) throw errors.CARD_DATA_NOT_ALLOWED();
  const isOpen = route.auth === "public" && route.manyPayers === true;
  if (isOpen && key.length < OPEN_KEY_LENGTH_MIN) return null;
  const params = request.params as Record<string, string>;
  const path = route.path.replace(/:([^/]+)/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  return {
    // Another caller who repeats the request gets the result of an own first call, not what was shown to this one.
    route: concealSessionIds(`${route.method} ${path}${scopeWithin(route, request, keyring)}`),
    // Callers often use the session's id as the key.
    key: concealSessionIds(key),
    fingerprint: fingerprintOf(request.body),
  };
}

/** The only caller who may repeat the request; empty when every caller of the merchant may. */
function scopeWithin(route: Route, request: FastifyRequest, keyring: Keyring): string {
  const isPerson = request.caller?.actor.kind === "person";
  if (isPerson || route.answersSecret !== undefined) return ` ${whoAsks(request)}`;
  if (route.auth !== "public" || route.manyPayers !== true) return "";
  // A keyed hash: a plain hash of an address can be reversed by trying all addresses.
  return ` ${keyring.mac("phone", `payer ${addressShare(request.ip)}`).toString("base64url")}`;
}

function whoAsks({ caller, operator }: FastifyRequest): string {
  if (caller !== null) return formatActor(caller.actor);
  return operator === null ? "anybody" : formatActor({ kind: "operator", id: operator.operatorId });
}
