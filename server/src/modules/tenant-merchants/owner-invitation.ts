import { writeAudit } from "../../db/audit.ts";
import type { Database } from "../../db/database.ts";
import { once } from "../../http/idempotency.ts";
import { requireSecondPerson } from "../../http/second-person.ts";
import type { IdSource, MerchantId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { countLivingKeys, readOperatorsWhoRevoked } from "../access/index.ts";
import { countMembers, type IssueInvitation, memberErrors } from "../members/index.ts";
import type { Asking, NumberOf } from "./asking.ts";

export interface OwnerInvitationDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly issueInvitation: IssueInvitation;
  /** The number of a merchant of the operator's tenant. Refuses with RESOURCE_NOT_FOUND. */
  readonly numberOf: NumberOf;
}

const owner = { role: "OWNER", only: null } as const;

/**
 * Invites the first owner of a merchant, who then invites everybody else. An open invitation of the same address is
 * replaced. Refuses with RESOURCE_NOT_FOUND, MERCHANT_STATUS_CONFLICT, MERCHANT_HAS_PEOPLE when the merchant has people
 * or a live key that works, and FOUR_EYES_REQUIRED when the operator has revoked keys of the merchant.
 */
export async function inviteOwner(
  { db, ids, keyring, issueInvitation, numberOf }: OwnerInvitationDeps,
  merchantId: string,
  email: string,
  { operator, actor, nowMs, claim }: Asking,
) {
  const id = ids.next("memberInvitation");
  const inviter = { kind: "operator", id: operator.operatorId } as const;
  const scope = { claim, merchantNo: operator.scopeNo, owner: id, nowMs, status: 201 } as const;
  return once(db, keyring, scope, async (tx) => {
    const merchantNo = await numberOf(tx, operator, merchantId, "LIVE", "open");
    const people = await countMembers(tx, merchantId as MerchantId);
    const liveKeys = await countLivingKeys(tx, merchantNo, nowMs);
    if (people + liveKeys > 0) throw memberErrors.MERCHANT_HAS_PEOPLE({ people, liveKeys });
    for (const revoker of await readOperatorsWhoRevoked(tx, merchantNo))
      await requireSecondPerson(tx, revoker, inviter, nowMs);
    const input = {
      id,
      merchantId: merchantId as MerchantId,
      tenantId: operator.tenantId,
      email,
      terms: { LIVE: owner, SANDBOX: owner, refundLimits: {} },
    };
    const view = await issueInvitation(tx, input, inviter, nowMs, () => {});
    await writeAudit(tx, ids, nowMs, {
      tenantId: operator.tenantId,
      merchantNo,
      actor,
      action: "member.owner_invited",
      subject: view.id,
    });
    return view;
  });
}
