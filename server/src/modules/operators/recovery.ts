import type { Transaction } from "../../db/database.ts";
import { type Id, publicId } from "../../kit/ids.ts";
import type { ActingOperator, ChangeDefiner } from "../change-requests/index.ts";
import type { LogIn, Notifier } from "../log-in/index.ts";
import { mailErrors } from "../mail/index.ts";
import { lockColleague } from "./colleague.ts";
import { operatorErrors } from "./errors.ts";
import { INVITATION_LIFE_MS } from "./invitations.ts";
import * as store from "./store.ts";
import type { Operator } from "./types.ts";

export interface OperatorRecoveryDeps {
  readonly logIn: LogIn<Operator>;
  readonly notifier: Notifier;
  readonly changes: ChangeDefiner;
}

/**
 * The way back for an operator who has lost the second factor: one colleague proposes it, another confirms, and a link
 * goes to the address of the account alone.
 */
export function createOperatorRecovery({ logIn, notifier, changes }: OperatorRecoveryDeps) {
  const send = async (tx: Transaction, operator: Operator, proposerId: Id<"operator">, nowMs: number) => {
    const issuer = { kind: "operator", id: proposerId } as const;
    const { url, expiresAtMs } = await logIn.links.issue(
      ...([tx, operator, "INVITATION", issuer, INVITATION_LIFE_MS, nowMs] as const),
    );
    const by = await nameOf(tx, operator, proposerId);
    await notifier.notify(tx, operator, { kind: "ACCOUNT_RECOVERY", by, url, usefulUntilMs: expiresAtMs });
    return {
      object: "operator_recovery" as const,
      operatorId: publicId("operator", operator.id),
      expiresAt: new Date(expiresAtMs).toISOString(),
    };
  };

  const propose = changes.define<{ readonly operatorId: string }, Awaited<ReturnType<typeof send>>>({
    kind: "RECOVER_OPERATOR",
    refusals: [
      operatorErrors.OPERATOR_OWN_ACCOUNT,
      operatorErrors.OPERATOR_EXCEEDS_CALLER,
      operatorErrors.OPERATOR_DISABLED,
      operatorErrors.OPERATOR_NOT_OPENED,
      mailErrors.MAIL_NOT_CONFIGURED,
    ],
    plan: async (tx, { operator: caller, nowMs }, input) => {
      // Runs for each of the two, so neither can be the holder or somebody who may do less.
      const operator = await lockColleague(tx, caller, input.operatorId);
      if (operator.status === "DISABLED") throw operatorErrors.OPERATOR_DISABLED();
      if (operator.status === "INVITED") throw operatorErrors.OPERATOR_NOT_OPENED();
      notifier.requireMail();
      const subject = publicId("operator", operator.id);
      const { name, email, hasSecondFactor: secondFactor, lastLoginAtMs } = operator;
      // A log-in of the holder changes it, which ends the proposal.
      const lastLoginAt = lastLoginAtMs === null ? null : new Date(lastLoginAtMs).toISOString();
      return {
        subject,
        before: { name, email, secondFactor, lastLoginAt, access: "BY_FORMER_CREDENTIALS" },
        after: { name, email, secondFactor: false, lastLoginAt, access: "BY_LINK" },
        input,
        takesTwo: true,
        tellProposed: async () => {
          const by = await nameOf(tx, operator, caller.operatorId);
          await notifier.notify(tx, operator, { kind: "ACCOUNT_RECOVERY_PROPOSED", by, atMs: nowMs });
        },
        write: async (actor) => {
          if (actor.kind !== "operator") throw new Error("operators confirm changes");
          await logIn.audit(tx, operator, actor, "recovery_sent");
          return { view: await send(tx, operator, actor.id, nowMs), subject };
        },
      };
    },
  });

  return {
    /**
     * Always a change request, in the sandbox too. Refuses with RESOURCE_NOT_FOUND, OPERATOR_OWN_ACCOUNT,
     * OPERATOR_EXCEEDS_CALLER, OPERATOR_DISABLED, OPERATOR_NOT_OPENED and MAIL_NOT_CONFIGURED, and so does the
     * confirmation.
     */
    propose: (acting: ActingOperator, operatorId: string) =>
      propose({ acting, claim: null, status: 200 }, { operatorId }),
  };
}

async function nameOf(tx: Transaction, { tenantId }: Operator, id: Id<"operator">): Promise<string> {
  const found = await store.findById(tx, tenantId, id);
  if (found === null) throw new Error("an operator is never removed");
  return found.name;
}
