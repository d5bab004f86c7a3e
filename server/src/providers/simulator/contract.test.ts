import { money } from "../../kit/money.ts";
import type { FailureCode } from "../../kit/payment-terms.ts";
import type { ContractSubject, Wish } from "../contract-subject.ts";
import { describeProviderContract } from "../contract-suite.ts";
import { nobody } from "../testing/questions.ts";
import { readBook } from "./store.ts";
import { mtn, openTestWorld } from "./test-world.ts";

const suffixOf: Readonly<Record<Exclude<Wish, "CARD_DECLINED">, string>> = {
  SUCCESS: "789",
  PENDING: "129",
  CALLBACK_TWICE: "179",
  CALLBACK_FIRST: "269",
  SLOW_DRIP: "299",
  PAYMENT_NOT_CONFIRMED: "039",
  INSUFFICIENT_FUNDS: "049",
  PAYMENT_IN_PROGRESS: "059",
  PAYER_NOT_FOUND: "029",
  LIMIT_EXCEEDED: "019",
  INVALID_RECIPIENT: "089",
  AMOUNT_OUT_OF_BOUNDS: "079",
  INVALID_AMOUNT: "099",
  INVALID_CURRENCY: "109",
  PROVIDER_UNAVAILABLE: "319",
  PAYMENT_CANCELLED: "119",
  RISK_BLOCKED: "149",
  UNKNOWN: "069",
};

describeProviderContract("simulator", async (): Promise<ContractSubject> => {
  const world = await openTestWorld();
  const amount = money(12_000n, "XOF");
  return {
    ...world,
    nowMs: world.clock.nowMs,
    paymentLike: (wish) =>
      wish === "CARD_DECLINED"
        ? { method: "CARD", amount, payer: { ...nobody, cardToken: "tok_sim_declined" } }
        : { method: "MOBILE_MONEY", amount, payer: mtn(suffixOf[wish]) },
    payoutLike: (wish: "SUCCESS" | "PENDING" | FailureCode) => ({
      amount,
      name: "Awa Koné",
      phone: mtn(wish === "CARD_DECLINED" ? "349" : suffixOf[wish]).phone,
      operator: "MTN",
      countryCode: "CI",
      iban: null,
      walletId: null,
    }),
    moved: async (kind, reference) =>
      (await readBook(world.owner, world.account.id))
        .filter((line) => line.kind === kind && line.reference === reference)
        .map((line) => money(line.amount, line.currency)),
  };
});
