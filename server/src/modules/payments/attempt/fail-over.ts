import { publicId } from "../../../kit/ids.ts";
import { money } from "../../../kit/money.ts";
import { offerOf, routeVerdicts } from "../../routing/index.ts";
import type { PaymentDeps } from "../deps.ts";
import type { LoadedCharge } from "../outcome/decide-outcome.ts";
import type { PayerRecord } from "../payer.ts";
import { ACCOUNT_CHANGES_MS } from "../session/rules.ts";
import { moveAttempt } from "../store/move-attempt.ts";

/**
 * Moves an attempt of which nothing was sent to the account of the next way, and returns it as it is then. `left`: the
 * accounts that could not be reached. Null: there is no other account, the payer would have to do something else there,
 * it is too late for another call, or somebody else has changed the session meanwhile. Then the attempt has failed.
 */
export type FailOver = (
  attempt: LoadedCharge,
  record: PayerRecord,
  left: ReadonlySet<string>,
) => Promise<LoadedCharge | null>;

type Deps = Pick<
  PaymentDeps,
  "db" | "clock" | "log" | "merchants" | "routing" | "trace" | "newOwnId" | "publicUrl"
>;

export function createFailOver(deps: Deps): FailOver {
  const { db, clock, log, merchants, routing } = deps;
  return async (attempt, { payer, returnUrl }, left) => {
    const { session, charge } = attempt;
    const nowMs = clock.nowMs();
    if (nowMs >= charge.createdAtMs + ACCOUNT_CHANGES_MS) return null;
    const { tenantId, mode } = await merchants.profile(session.merchantNo);
    const snapshot = await routing.snapshotFor(tenantId, mode);
    const others = { ...snapshot, accounts: snapshot.accounts.filter(({ id }) => !left.has(id)) };
    const question = {
      method: charge.paymentMethod,
      amount: money(charge.amount, charge.currency),
      country: payer.countryCode,
      operator: payer.operator ?? payer.qrScheme,
    };
    const { merchantNo } = session;
    const route = await routing.takeRoute(others, question, { merchantNo, chargeId: charge.id }, nowMs);
    if ("refused" in route) return null;
    // A one-time password is asked before the payment: where none was asked, it cannot be had any more.
    const authFlow = offerOf(others, question, route)?.authFlow;
    if (authFlow === "OTP" && payer.otp === null) return null;
    // Our own address stands for a merchant's server that gave none.
    if (authFlow === "REDIRECT" && returnUrl === deps.publicUrl) return null;
    const { providerAccountId, provider } = route;
    const providerReference = deps.newOwnId(provider);
    const next = { providerAccountId, provider, providerReference };
    if (!(await moveAttempt(db, attempt, next, nowMs))) return null;
    deps.trace?.note(charge, {
      kind: "ROUTED",
      chargeId: charge.id,
      accountId: providerAccountId,
      provider,
      refused: null,
      rules: () => routeVerdicts(others, question),
    });
    log.warn("charge.moved", {
      chargeId: publicId("charge", charge.id),
      from: charge.providerAccountId,
      to: providerAccountId,
    });
    return {
      ...attempt,
      session: { ...session, version: session.version + 1, updatedAtMs: nowMs },
      charge: { ...charge, ...next, version: charge.version + 1, updatedAtMs: nowMs },
    };
  };
}
