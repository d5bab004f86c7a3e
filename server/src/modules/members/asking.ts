import { writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { type Caller, callerActor, type IdempotencyClaim, type RequestFacts } from "../../http/route.ts";
import type { Id, IdSource } from "../../kit/ids.ts";
import { giverOfKey, giverOfTerms } from "./rules.ts";
import { lockMembers, lockTeam } from "./store.ts";
import type { Giver, Member } from "./types.ts";

/** Who asks for a change of the team, by which request. */
export interface Asking {
  readonly caller: Caller;
  readonly facts: Pick<RequestFacts, "nowMs" | "requestId" | "ip">;
  readonly claim: IdempotencyClaim | null;
}

export const askingOf = ({
  caller,
  facts,
  idempotency,
}: {
  readonly caller: Caller;
  readonly facts: RequestFacts;
  readonly idempotency: IdempotencyClaim | null;
}): Asking => ({ caller, facts, claim: idempotency });

/** What a key can give, with the key locked. Refuses with INVALID_API_KEY when it has just ended. */
export type KeyGivesWithin = (
  tx: Transaction,
  caller: Caller,
  nowMs: number,
) => Promise<{ readonly permissions: readonly string[]; readonly isOwnerKey: boolean }>;

/**
 * What the caller may give now, and the person concerned, null when that one is no member. The team is locked: nothing of
 * it changes until the transaction ends. Refuses with INVALID_MERCHANT_SCOPE when the caller was removed meanwhile.
 */
export async function lockGiver(
  tx: Transaction,
  { caller, facts }: Asking,
  keyGivesWithin: KeyGivesWithin,
  concerned: Id<"person"> | null,
): Promise<{ readonly giver: Giver; readonly target: Member | null }> {
  const { actor, merchantId } = caller;
  await lockTeam(tx, merchantId);
  const asked = actor.kind === "person" ? [actor.id] : [];
  const rows = await lockMembers(tx, merchantId, concerned === null ? asked : [...asked, concerned]);
  const target = rows.find(({ personId }) => personId === concerned) ?? null;
  if (actor.kind === "key") {
    const { permissions, isOwnerKey } = await keyGivesWithin(tx, caller, facts.nowMs);
    return { giver: giverOfKey(caller.mode, permissions, isOwnerKey), target };
  }
  const own = rows.find(({ personId }) => personId === actor.id);
  if (own === undefined) throw errors.INVALID_MERCHANT_SCOPE();
  return { giver: giverOfTerms(own.terms), target };
}

/** Writes an act on the team, in the transaction of the act. */
export type AuditTeam = (
  tx: Transaction,
  asking: Asking,
  act: {
    readonly action: string;
    readonly subject: string;
    readonly before?: string;
    readonly after?: string;
  },
) => Promise<void>;

export function createTeamAudit(ids: IdSource): AuditTeam {
  return (tx, { caller, facts }, { action, subject, before = null, after = null }) =>
    writeAudit(tx, ids, facts.nowMs, {
      tenantId: caller.tenantId,
      merchantNo: caller.merchantNo,
      actor: callerActor(caller, facts),
      action,
      subject,
      before,
      after,
    });
}
