import type { Database, Queryable, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { AccountCaller, Caller, PeoplePort } from "../../http/route.ts";
import type { Id, MerchantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { type MemberRole, movesMoney, type Rights, rightsOf } from "./roles.ts";
import { refundLimitOf } from "./rules.ts";
import { findPart, listOwnParts, lockMembers } from "./store.ts";

/**
 * The permissions that the person who calls has now, with the membership locked until the transaction ends. Refuses with
 * INVALID_MERCHANT_SCOPE when the person was removed, or has lost the role in this mode.
 */
export async function personGivesWithin(
  tx: Transaction,
  { actor, merchantId, mode }: Caller,
): Promise<readonly string[]> {
  const [member] = await lockMembers(tx, merchantId, [actor.id]);
  const inMode = member?.terms[mode] ?? null;
  if (member === undefined || inMode === null) throw errors.INVALID_MERCHANT_SCOPE();
  return rightsOf(inMode.role, mode, inMode.only, member.hasSecondFactor).permissions;
}

/** Whether a person may move money in live mode anywhere, and so needs a second factor. */
export async function movesLiveMoney(db: Queryable, personId: Id<"person">): Promise<boolean> {
  const parts = await listOwnParts(db, personId);
  return parts.some(({ terms: { LIVE: live } }) => live !== null && movesMoney(live.role, live.only));
}

/** What a person may do for one of the merchants that the person works for. Null: nothing in this mode. */
export interface OwnMerchant {
  readonly merchantId: MerchantId;
  readonly parts: Readonly<Record<Mode, (Rights & { readonly role: MemberRole }) | null>>;
}

/** The merchants that a person works for, the longest first. */
export async function listOwnMerchants(
  db: Queryable,
  personId: Id<"person">,
): Promise<readonly OwnMerchant[]> {
  const found = await listOwnParts(db, personId);
  return found.map(({ merchantId, terms, hasSecondFactor }) => {
    const partIn = (mode: Mode) => {
      const given = terms[mode];
      if (given === null) return null;
      return { role: given.role, ...rightsOf(given.role, mode, given.only, hasSecondFactor) };
    };
    return { merchantId, parts: { LIVE: partIn("LIVE"), SANDBOX: partIn("SANDBOX") } };
  });
}

export interface PeopleAtDeps {
  readonly db: Database;
  /** Why live mode is refused, in a few words; null: it is not. */
  readonly refuseLive: string | null;
  readonly stepUpMethods: PeoplePort["stepUpMethods"];
}

/**
 * The person of a log-in at one merchant in one mode, read anew for each request: who was removed or changed is so at
 * once. Refuses with INVALID_MERCHANT_SCOPE, NO_ROLE_IN_MODE and LIVE_MODE_REFUSED.
 */
export function createPeopleAt({ db, refuseLive, stepUpMethods }: PeopleAtDeps) {
  return async (account: AccountCaller, merchantId: MerchantId, mode: Mode): Promise<Caller> => {
    const personId = account.id as Id<"person">;
    const part = await findPart(db, personId, merchantId, mode);
    if (part === null) throw errors.INVALID_MERCHANT_SCOPE();
    const { terms, tenantId, merchantNo, hasSecondFactor } = part;
    const inMode = terms[mode];
    if (inMode === null) throw errors.NO_ROLE_IN_MODE({ mode });
    if (mode === "LIVE" && refuseLive !== null) throw errors.LIVE_MODE_REFUSED({ reason: refuseLive });
    const { permissions, waiting } = rightsOf(inMode.role, mode, inMode.only, hasSecondFactor);
    return {
      actor: { kind: "person", id: personId },
      merchantId,
      tenantId,
      merchantNo,
      mode,
      permissions,
      person: {
        account,
        waiting,
        refundLimit: refundLimitOf(terms, mode),
        stepUpMethods: () => stepUpMethods(account),
      },
    };
  };
}
