import { writeAudit } from "../../db/audit.ts";
import type { Database, Queryable, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { AccountCaller, RequestFacts } from "../../http/route.ts";
import { type Id, type IdSource, isUuid, type MerchantId, parsePublicId, publicId } from "../../kit/ids.ts";
import { viewLogIn } from "../log-in/index.ts";
import type { Persons } from "../persons/index.ts";
import { memberErrors } from "./errors.ts";
import { findLiveNo, findMember, lockTeam } from "./store.ts";
import type { Member } from "./types.ts";

export interface LogInsDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly persons: Pick<Persons, "logIn">;
}

/** Whose log-ins are asked for: somebody of a merchant. */
interface Whose {
  readonly merchantId: string;
  readonly memberId: string;
}

/** Where a merchant's people are logged in, for its owners: the log-in on a lost phone has to be ended by somebody else. */
export function createMemberLogIns({ db, ids, persons: { logIn } }: LogInsDeps) {
  /** Refuses with INVALID_MERCHANT_SCOPE, LOG_INS_BY_OWNER and RESOURCE_NOT_FOUND. */
  const colleagueOf = async (
    tx: Queryable,
    account: AccountCaller,
    { merchantId, memberId }: Whose,
  ): Promise<Member> => {
    if (account.audience !== "merchant") throw errors.RESOURCE_NOT_FOUND();
    const own = isUuid(merchantId)
      ? await findMember(tx, merchantId as MerchantId, account.id as Id<"person">)
      : null;
    if (own === null) throw errors.INVALID_MERCHANT_SCOPE();
    const personId = parsePublicId("person", memberId);
    if (own.terms.LIVE?.role !== "OWNER" || own.personId === personId) throw memberErrors.LOG_INS_BY_OWNER();
    const member = personId === null ? null : await findMember(tx, own.merchantId, personId);
    if (member === null) throw errors.RESOURCE_NOT_FOUND();
    return member;
  };
  const accountOf = ({ personId: id }: Member) => ({ audience: "merchant", id }) as const;

  const ending = (
    account: AccountCaller,
    whose: Whose,
    { requestId, ip, nowMs }: RequestFacts,
    end: (tx: Transaction, member: Member) => Promise<number>,
  ) =>
    db.transaction(async (tx) => {
      if (isUuid(whose.merchantId)) await lockTeam(tx, whose.merchantId as MerchantId);
      const member = await colleagueOf(tx, account, whose);
      const ended = await end(tx, member);
      const { tenantId, merchantId, personId } = member;
      await writeAudit(tx, ids, nowMs, {
        tenantId,
        merchantNo: await findLiveNo(tx, merchantId),
        actor: { kind: "person", id: account.id as Id<"person">, requestId, ip },
        action: "member.log_ins_ended",
        subject: publicId("person", personId),
        after: `${ended}`,
      });
      return { object: "ended_log_ins" as const, ended };
    });

  return {
    /** Open log-ins, newest first. Refuses with INVALID_MERCHANT_SCOPE, LOG_INS_BY_OWNER and RESOURCE_NOT_FOUND. */
    list: async (account: AccountCaller, whose: Whose) => {
      const holder = accountOf(await colleagueOf(db, account, whose));
      const sessions = await logIn.listSessions(holder);
      return sessions.map((session) => viewLogIn(holder, session, null));
    },

    /** Ends one. Refuses as `list` does, and with RESOURCE_NOT_FOUND when it has ended already. */
    endOne: (account: AccountCaller, whose: Whose, logInId: string, facts: RequestFacts) =>
      ending(account, whose, facts, async (tx, member) => {
        if (!(await logIn.endSessionOf(tx, accountOf(member), logInId))) throw errors.RESOURCE_NOT_FOUND();
        return 1;
      }),

    /** Ends all of them. Refuses as `list` does. */
    endAll: (account: AccountCaller, whose: Whose, facts: RequestFacts) =>
      ending(account, whose, facts, (tx, member) => logIn.endAllSessions(tx, accountOf(member))),
  };
}
