import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { AccountCaller, RequestFacts } from "../../http/route.ts";
import { type Id, type IdSource, isUuid, type MerchantId, parsePublicId, publicId } from "../../kit/ids.ts";
import type { ActingOperator, ChangeDefiner } from "../change-requests/index.ts";
import type { Persons, RecoveryIssuer } from "../persons/index.ts";
import { memberErrors } from "./errors.ts";
import { findMember, lockTeam } from "./store.ts";
import type { Member } from "./types.ts";

export interface RecoveryDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly persons: Pick<Persons, "sendRecovery">;
  readonly changes: ChangeDefiner;
}

/**
 * The way back for somebody who has lost the second factor and the recovery codes. The link goes to the holder's address
 * alone: whoever sends it cannot use it.
 */
export function createMemberRecovery({ db, ids, persons, changes }: RecoveryDeps) {
  const send = async (
    tx: Transaction,
    member: Member,
    issuer: RecoveryIssuer,
    actor: AuditActor,
    nowMs: number,
  ) => {
    const link = await persons.sendRecovery(tx, member.personId, issuer, nowMs);
    if (link === null) throw memberErrors.MEMBER_DISABLED();
    const subject = publicId("person", member.personId);
    await writeAudit(tx, ids, nowMs, {
      tenantId: member.tenantId,
      actor,
      action: "member.recovery_sent",
      subject,
      after: member.merchantId,
    });
    return {
      object: "account_recovery" as const,
      memberId: subject,
      merchantId: member.merchantId as string,
      expiresAt: new Date(link.expiresAtMs).toISOString(),
    };
  };

  const memberOf = async (tx: Transaction, merchantId: string, text: string): Promise<Member> => {
    const personId = parsePublicId("person", text);
    const member =
      personId === null || !isUuid(merchantId)
        ? null
        : await findMember(tx, merchantId as MerchantId, personId);
    if (member === null) throw errors.RESOURCE_NOT_FOUND();
    return member;
  };

  const propose = changes.define<RecoverInput, Awaited<ReturnType<typeof send>>>({
    kind: "RECOVER_PERSON",
    refusals: [memberErrors.MEMBER_DISABLED],
    plan: async (tx, { tenantId, nowMs }, input) => {
      const member = await memberOf(tx, input.merchantId, input.memberId);
      if (member.tenantId !== tenantId) throw errors.RESOURCE_NOT_FOUND();
      if (member.personStatus !== "ACTIVE") throw memberErrors.MEMBER_DISABLED();
      const { name, merchantId, hasSecondFactor: secondFactor } = member;
      const subject = publicId("person", member.personId);
      return {
        subject,
        before: { merchantId, name, secondFactor },
        after: { merchantId, name, secondFactor: false },
        input,
        takesTwo: true,
        write: async (actor) => {
          if (actor.kind !== "operator") throw new Error("operators confirm changes");
          const issuer = { kind: "operator", id: actor.id, name: await operatorName(tx, actor.id) } as const;
          return { view: await send(tx, member, issuer, actor, nowMs), subject };
        },
      };
    },
  });

  return {
    /**
     * By another owner. Refuses with RESOURCE_NOT_FOUND, INVALID_MERCHANT_SCOPE, RECOVERY_BY_OTHERS for one's own account
     * and for who is no owner, MEMBER_DISABLED and MAIL_NOT_CONFIGURED.
     */
    byOwner: (account: AccountCaller, merchantId: string, memberId: string, facts: RequestFacts) =>
      db.transaction(async (tx) => {
        if (account.audience !== "merchant") throw errors.RESOURCE_NOT_FOUND();
        const ownId = account.id as Id<"person">;
        if (!isUuid(merchantId)) throw errors.INVALID_MERCHANT_SCOPE();
        await lockTeam(tx, merchantId as MerchantId);
        const own = await findMember(tx, merchantId as MerchantId, ownId);
        if (own === null) throw errors.INVALID_MERCHANT_SCOPE();
        if (own.terms.LIVE?.role !== "OWNER") throw memberErrors.RECOVERY_BY_OTHERS();
        const member = await memberOf(tx, merchantId, memberId);
        if (member.personId === ownId) throw memberErrors.RECOVERY_BY_OTHERS();
        const { requestId, ip, nowMs } = facts;
        const actor = { kind: "person", id: ownId, requestId, ip } as const;
        return send(tx, member, { kind: "person", id: ownId, name: own.name }, actor, nowMs);
      }),

    /**
     * By two operators: always a change request, which another one confirms. Refuses with RESOURCE_NOT_FOUND and
     * MEMBER_DISABLED; the confirmation also with MAIL_NOT_CONFIGURED.
     */
    byOperators: (acting: ActingOperator, merchantId: string, memberId: string) =>
      propose({ acting, claim: null, status: 200 }, { merchantId, memberId }),
  };
}

interface RecoverInput {
  readonly merchantId: string;
  readonly memberId: string;
}

async function operatorName(tx: Transaction, id: Id<"operator">): Promise<string> {
  const [row] = await tx.query<{ name: string }>({
    text: "select name from operators where id = $1",
    values: [id],
  });
  if (row === undefined) throw new Error("an operator is never removed");
  return row.name;
}
