import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { Caller } from "../../http/route.ts";
import type { Id } from "../../kit/ids.ts";
import { type Grant, givableBy, grantOf, grantOfPerson } from "./grants.ts";
import { lockKeys, readRequestLimit } from "./keys-store.ts";
import { requestsPerSecondOf } from "./rules.ts";
import type { StoredApiKey } from "./types.ts";
import { keyStatus } from "./view.ts";

/** Who makes or changes a key: own rights, what may be given, and the key's own limit per second where it has one. */
export interface Creator {
  readonly grant: Grant;
  readonly givable: Grant;
  readonly requestsPerSecond: number | null;
  /** The key of a merchant's owner, made by an operator. */
  readonly isOwnerKey: boolean;
}

/**
 * The permissions that the person who calls has now, with the membership locked until the transaction ends. Refuses with
 * INVALID_MERCHANT_SCOPE when the person was removed.
 */
export type PersonGivesWithin = (tx: Transaction, caller: Caller) => Promise<readonly string[]>;

/**
 * Locks the key or the membership of the caller, and the key concerned: neither changes until the transaction ends.
 * Refuses with INVALID_API_KEY when the key that asks has just ended, and as `personGivesWithin` does.
 */
export async function holdCreator(
  tx: Transaction,
  caller: Caller,
  concerned: Id<"apiKey"> | null,
  nowMs: number,
  personGivesWithin: PersonGivesWithin,
): Promise<{ readonly creator: Creator; readonly target: StoredApiKey | undefined }> {
  const { actor, merchantNo } = caller;
  // Memberships are locked before keys, here and elsewhere.
  const person = actor.kind === "person" ? await personCreator(tx, caller, personGivesWithin) : null;
  const asked = [...(actor.kind === "key" ? [actor.id] : []), ...(concerned === null ? [] : [concerned])];
  const held = await lockKeys(tx, asked);
  const target = held.find((key) => key.id === concerned && key.merchantNo === merchantNo);
  if (person !== null) return { creator: person, target };
  const key = held.find(({ id }) => id === actor.id);
  if (key === undefined || keyStatus(key, nowMs) !== "ACTIVE") throw errors.INVALID_API_KEY();
  const { requestsPerSecond, owner: isOwnerKey } = key;
  return { creator: { grant: grantOf(key), givable: givableBy(key), requestsPerSecond, isOwnerKey }, target };
}

async function personCreator(
  tx: Transaction,
  caller: Caller,
  personGivesWithin: PersonGivesWithin,
): Promise<Creator> {
  const permissions = await personGivesWithin(tx, caller);
  const requestsPerSecondMax = await readRequestLimit(tx, caller.merchantNo);
  const pace = requestsPerSecondOf({ mode: caller.mode, requestsPerSecond: null, requestsPerSecondMax });
  const grant = grantOfPerson(caller.merchantId, permissions, pace);
  return { grant, givable: grant, requestsPerSecond: null, isOwnerKey: false };
}
