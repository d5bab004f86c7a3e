import { type AuditActor, systemActor } from "../../db/audit.ts";
import type { Database, Queryable, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import {
  type IdempotencyClaim,
  type OperatorCaller,
  operatorActor,
  type RequestFacts,
} from "../../http/route.ts";
import type { Id, IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { type LogIn, type LogInAccount, type Notifier, revokeLink } from "../log-in/index.ts";
import { lockColleague } from "./colleague.ts";
import { operatorErrors } from "./errors.ts";
import { bundledPermissions } from "./roles.ts";
import { refuseExcess } from "./rules.ts";
import type { NewOperatorBody } from "./schemas.ts";
import * as store from "./store.ts";
import type { Invitation, NewOperator, Operator } from "./types.ts";
import { type InvitedView, type OperatorView, viewInvited, viewOperator } from "./view.ts";

/** Lifetime of a link to choose a password. */
export const INVITATION_LIFE_MS = 72 * 60 * 60 * 1000;

const nothingGiven = {
  path: "permissions",
  rule: "required",
  message: "Give a role, a list of permissions, or both.",
};

export interface InvitationsDeps {
  readonly db: Database;
  readonly notifier: Notifier;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly logIn: LogIn<Operator>;
}

/** How a person becomes an operator, or an operator regains access: by a link that works once. */
export function createInvitations({ db, ids, keyring, logIn, notifier }: InvitationsDeps) {
  /**
   * Replaces the open link of an account whose row this transaction has locked, and sends it where mails leave. A command
   * on the machine shows it instead.
   */
  const issue = async (
    tx: Transaction,
    operator: Operator,
    issuedBy: Id<"operator"> | null,
    nowMs: number,
  ): Promise<Invitation> => {
    const issuer = issuedBy === null ? null : ({ kind: "operator", id: issuedBy } as const);
    const link = await logIn.links.issue(tx, operator, "INVITATION", issuer, INVITATION_LIFE_MS, nowMs);
    const isSent = issuedBy !== null && notifier.canSend;
    if (isSent) {
      const inviter = (await store.findById(tx, operator.tenantId, issuedBy))?.name ?? null;
      const { url, expiresAtMs: usefulUntilMs } = link;
      await notifier.notify(tx, operator, { kind: "OPERATOR_INVITATION", inviter, url, usefulUntilMs });
    }
    return { operatorId: operator.id, isSent, ...link };
  };

  const insert = async (
    tx: Transaction,
    id: Id<"operator">,
    input: NewOperator,
    by: { readonly id: Id<"operator"> | null; readonly actor: AuditActor },
    nowMs: number,
  ): Promise<Invitation> => {
    const row = { ...input, passwordHash: null, createdBy: by.id };
    if (!(await store.insertOperator(tx, id, row, nowMs))) throw operatorErrors.OPERATOR_EMAIL_TAKEN();
    const { tenantId } = input;
    const texts = { after: input.permissions.join(" ") };
    await logIn.audit(tx, { audience: "operator", tenantId, id }, by.actor, "invited", texts);
    return issue(tx, await reread(tx, { tenantId, id }), by.id, nowMs);
  };

  /** A new link for an account; replaces an open one. */
  const renew = async (
    tx: Transaction,
    operator: Operator,
    by: { readonly id: Id<"operator"> | null; readonly actor: AuditActor },
    nowMs: number,
  ): Promise<Invitation> => {
    if (operator.status === "DISABLED") throw operatorErrors.OPERATOR_DISABLED();
    await logIn.audit(tx, operator, by.actor, "invited", { before: operator.status });
    return issue(tx, operator, by.id, nowMs);
  };

  const reread = async (
    queryable: Queryable,
    { tenantId, id }: Pick<LogInAccount, "tenantId" | "id">,
  ): Promise<Operator> => {
    const operator = await store.operatorAccounts.findById(queryable, id);
    if (operator?.tenantId !== tenantId) throw new Error("a row that we hold has gone");
    return operator;
  };

  return {
    /**
     * Adds an operator on behalf of the installation itself, and returns the link by which that person chooses a
     * password. The person at the machine is not an operator, so the account has no maker. Refuses with
     * OPERATOR_EMAIL_TAKEN.
     */
    invite: (input: NewOperator, nowMs: number): Promise<Invitation> =>
      db.transaction((tx) =>
        insert(tx, ids.next("operator"), input, { id: null, actor: systemActor }, nowMs),
      ),

    /**
     * A new link for an operator who lost the first one, the password or the second factor, on behalf of the
     * installation itself; null when the address is unknown. Refuses with OPERATOR_DISABLED.
     */
    inviteAgain: (email: string, nowMs: number): Promise<Invitation | null> =>
      db.transaction(async (tx) => {
        const known = await store.operatorAccounts.findByEmail(tx, email);
        const operator = known === null ? null : await store.operatorAccounts.lock(tx, known.id);
        return operator === null ? null : renew(tx, operator, { id: null, actor: systemActor }, nowMs);
      }),

    /**
     * Adds a colleague with a role, single permissions, or both. Refuses with VALIDATION_ERROR when neither is given,
     * OPERATOR_EXCEEDS_CREATOR, OPERATOR_EMAIL_TAKEN.
     */
    create: async (
      caller: OperatorCaller,
      body: NewOperatorBody,
      claim: IdempotencyClaim | null,
      facts: RequestFacts,
    ): Promise<InvitedView> => {
      const permissions = bundledPermissions(body);
      if (permissions === null) throw errors.VALIDATION_ERROR({ fields: [nothingGiven] });
      refuseExcess(caller, permissions);
      const { tenantId, scopeNo: merchantNo, operatorId } = caller;
      const { nowMs } = facts;
      const id = ids.next("operator");
      const scope = { claim, merchantNo, owner: id, nowMs, status: 201 } as const;
      return once(db, keyring, scope, async (tx) => {
        const by = { id: operatorId, actor: operatorActor(caller, facts) };
        const { email, name } = body;
        const invitation = await insert(tx, id, { email, name, permissions, tenantId }, by, nowMs);
        return viewInvited(await reread(tx, { tenantId, id: invitation.operatorId }), invitation);
      });
    },

    /**
     * A new link for a colleague who has not opened the account yet, replacing an open one. Refuses as `lockColleague`
     * does, with OPERATOR_DISABLED, and with OPERATOR_RECOVERY_TAKES_TWO for an account that was opened.
     */
    renew: (caller: OperatorCaller, text: string, facts: RequestFacts): Promise<InvitedView> =>
      db.transaction(async (tx) => {
        const operator = await lockColleague(tx, caller, text);
        if (operator.status === "ACTIVE") throw operatorErrors.OPERATOR_RECOVERY_TAKES_TWO();
        const by = { id: caller.operatorId, actor: operatorActor(caller, facts) };
        const invitation = await renew(tx, operator, by, facts.nowMs);
        return viewInvited(await reread(tx, operator), invitation);
      }),

    /** Revokes a colleague's open link. Refuses as `renew` does, and with OPERATOR_NOT_INVITED. */
    revoke: (caller: OperatorCaller, text: string, facts: RequestFacts): Promise<OperatorView> =>
      db.transaction(async (tx) => {
        const operator = await lockColleague(tx, caller, text);
        if (!(await revokeLink(tx, operator, "INVITATION", facts.nowMs)))
          throw operatorErrors.OPERATOR_NOT_INVITED();
        await logIn.audit(tx, operator, operatorActor(caller, facts), "invitation_revoked");
        return viewOperator(await reread(tx, operator));
      }),

    /**
     * Opens the account with a password that only its holder knows. Ends every earlier log-in and removes the second
     * factor. Refuses with OPERATOR_INVITATION_INVALID whatever is wrong with the link, and a weak password with
     * VALIDATION_ERROR.
     */
    accept: async (
      given: { readonly token: string; readonly password: string },
      facts: Pick<RequestFacts, "requestId" | "ip" | "nowMs">,
    ): Promise<OperatorView> => {
      const account = await logIn.acceptInvitation(given, facts);
      if (account === null) throw operatorErrors.OPERATOR_INVITATION_INVALID();
      return viewOperator(await reread(db, account));
    },
  };
}
