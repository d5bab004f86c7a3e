import { type AuditActor, systemActor } from "../../db/audit.ts";
import type { Database, Queryable, Transaction } from "../../db/database.ts";
import { type OperatorCaller, operatorActor, type RequestFacts } from "../../http/route.ts";
import type { Id, IdSource } from "../../kit/ids.ts";
import { type LogIn, type LogInAccount, type Notifier, revokeLink } from "../log-in/index.ts";
import { lockColleague } from "./colleague.ts";
import { operatorErrors } from "./errors.ts";
import * as store from "./store.ts";
import type { Invitation, NewOperator, Operator } from "./types.ts";
import { type InvitedView, type OperatorView, viewInvited, viewOperator } from "./view.ts";

/** Lifetime of a link to choose a password. */
export const INVITATION_LIFE_MS = 72 * 60 * 60 * 1000;

export interface InvitationsDeps {
  readonly db: Database;
  readonly notifier: Notifier;
  readonly ids: IdSource;
  readonly logIn: LogIn<Operator>;
}

/**
 * Adds an INVITED operator, and issues the link. `by.id`: who counts as one person with whoever opens it. Refuses with
 * OPERATOR_EMAIL_TAKEN.
 */
export type AddInvited = (
  tx: Transaction,
  id: Id<"operator">,
  input: NewOperator,
  by: { readonly id: Id<"operator"> | null; readonly actor: AuditActor },
  nowMs: number,
) => Promise<{ readonly operator: Operator; readonly invitation: Invitation }>;

/** How a person becomes an operator, or an operator regains access: by a link that works once. */
export function createInvitations({ db, ids, logIn, notifier }: InvitationsDeps) {
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

  const addInvited: AddInvited = async (tx, id, input, by, nowMs) => {
    const row = { ...input, passwordHash: null, createdBy: by.id };
    if (!(await store.insertOperator(tx, id, row, nowMs))) throw operatorErrors.OPERATOR_EMAIL_TAKEN();
    const { tenantId } = input;
    const texts = { after: input.permissions.join(" ") };
    await logIn.audit(tx, { audience: "operator", tenantId, id }, by.actor, "invited", texts);
    const invitation = await issue(tx, await reread(tx, { tenantId, id }), by.id, nowMs);
    return { operator: await reread(tx, { tenantId, id }), invitation };
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
    addInvited,

    /**
     * Adds an operator on behalf of the installation itself, and returns the link by which that person chooses a
     * password. The person at the machine is not an operator, so the account has no maker. Refuses with
     * OPERATOR_EMAIL_TAKEN.
     */
    invite: (input: NewOperator, nowMs: number): Promise<Invitation> =>
      db.transaction(async (tx) => {
        const id = ids.next("operator");
        return (await addInvited(tx, id, input, { id: null, actor: systemActor }, nowMs)).invitation;
      }),

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
