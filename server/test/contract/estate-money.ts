import { type Id, parsePublicId } from "../../src/kit/ids.ts";
import { providerReference } from "../../src/modules/payments/index.ts";
import type { Estate } from "./estate-shape.ts";
import type { Maker } from "./maker.ts";

const HOUR_MS = 3_600_000;

/** A sandbox payment of this amount whose payer's number has this ending, after its provider has answered. */
async function paid(make: Maker, suffix: string, amount: string): Promise<string> {
  const session = await make.call("createCheckoutSession", {
    body: { amount, currency: "XOF", title: make.unique, metadata: { marker: make.unique } },
  });
  const { chargeId } = await make.call("completeCheckoutSession", {
    params: { sessionId: session.id },
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: `+2250500000${suffix}`, operator: "MTN", countryCode: "CI" },
    },
  });
  await make.test.advance(3_000, 3_000);
  return chargeId;
}

/** Half of its amount arrived: it is held. */
export const held = (make: Maker, amount = "5000") => paid(make, "219", amount);

/** Its provider will never answer: it is made as old as necessary. */
export async function unresolved(make: Maker): Promise<string> {
  const chargeId = await paid(make, "129", "5000");
  await make.test.owner.query({
    text: "update charge_checks set next_check_at = 'infinity' where charge_id = $1",
    values: [parsePublicId("charge", chargeId)],
  });
  return chargeId;
}

/** A large amount, so that it needs a second operator: proposed by the second, confirmed by the first. */
export async function proposedDecision(make: Maker): Promise<string> {
  const chargeId = await held(make, "500000");
  const call = { params: { chargeId }, body: { reason: make.unique }, as: "second" } as const;
  return (await make.call("releaseHeldMoney", call)).id;
}

export const correctionOf = ({ merchantId, mode, walletId }: Estate) => ({ merchantId, mode, walletId });

export async function proposedCorrection(make: Maker, estate: Estate): Promise<string> {
  const body = { ...correctionOf(estate), direction: "CREDIT", amount: "100", reason: make.unique };
  return (await make.call("proposeLedgerCorrection", { body, as: "second" })).id;
}

const at = (ms: number) => new Date(ms).toISOString();

/** A statement of one line, about `reference`. */
export function statementOf(make: Maker, providerAccountId: string, reference: string, status: string) {
  const nowMs = make.test.clock.nowMs();
  const line = ["PAYMENT", reference, make.unique, status, "5000", "XOF", at(nowMs)].join(",");
  return {
    providerAccountId,
    mode: "SANDBOX",
    from: at(nowMs - HOUR_MS),
    to: at(nowMs + HOUR_MS),
    format: "csv",
    content: `type,reference,transactionId,status,amount,currency,occurredAt\n${line}\n`,
  };
}

/** A statement of one settlement, which is then on its way to our bank. */
export function settlementOf(make: Maker, providerAccountId: string) {
  const { content, ...statement } = statementOf(make, providerAccountId, make.unique, "SUCCEEDED");
  return { ...statement, content: content.replace("PAYMENT", "SETTLEMENT") };
}

async function takenStatement(make: Maker, estate: Estate): Promise<string> {
  const body = statementOf(make, accountOf(estate), make.unique, "SUCCEEDED");
  return (await make.call("takeProviderStatement", { body })).id;
}

export async function foundDifference(make: Maker, estate: Estate): Promise<string> {
  const statementId = await takenStatement(make, estate);
  const [difference] = await make.call("listReconciliationDifferences", { query: { statementId } });
  return difference.id;
}

/** About a payment of the estate, so that its provider can be queried. */
export async function askableDifference(make: Maker, estate: Estate): Promise<string> {
  const chargeId = await paid(make, "789", "5000");
  const id = parsePublicId("charge", chargeId) as Id<"charge">;
  const charge = await make.call("getCharge", { params: { id: chargeId } });
  const accounts = await make.call("listProviderAccounts", { query: { mode: "SANDBOX", pageSize: "100" } });
  const [row] = await make.test.owner.query<{ name: string }>({
    text: "select name from provider_accounts a join charges c on c.provider_account_id = a.id where c.id = $1",
    values: [id],
  });
  const account = accounts.find((one: { name: string }) => one.name === row?.name);
  const reference = providerReference(estate.merchantNo, id);
  const body = statementOf(
    make,
    account.id,
    reference,
    charge.status === "SUCCEEDED" ? "FAILED" : "SUCCEEDED",
  );
  const { id: statementId } = await make.call("takeProviderStatement", { body });
  const [difference] = await make.call("listReconciliationDifferences", { query: { statementId } });
  return difference.id;
}

/** Objects of an estate that operators work on; a live estate has no payments. */
export const moneyObjects: Readonly<Record<string, (make: Maker, estate: Estate) => Promise<string | null>>> =
  {
    heldChargeId: async (make, { mode }) => (mode === "LIVE" ? null : held(make)),
    decisionId: async (make, { mode }) => (mode === "LIVE" ? null : proposedDecision(make)),
    correctionId: proposedCorrection,
    statementId: takenStatement,
    differenceId: foundDifference,
  };

/** An account of the estate that no route uses. */
export function accountOf({ more }: Estate): string {
  return more.providerAccountId ?? "";
}
