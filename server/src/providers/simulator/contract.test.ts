import { money } from "../../kit/money.ts";
import type { FailureCode } from "../../kit/payment-terms.ts";
import type { ContractSubject, Wish } from "../testing/contract-subject.ts";
import { describeProviderContract } from "../testing/contract-suite.ts";
import { nobody } from "../testing/questions.ts";
import { createSimulatorConnector } from "./connector.ts";
import { SIGNATURE_HEADER } from "./signature.ts";
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

describeProviderContract("simulator", createSimulatorConnector(), async (): Promise<ContractSubject> => {
  const world = await openTestWorld();
  const amount = money(12_000n, "XOF");
  const { account } = world;
  return {
    ...world,
    stranger: { ...account, settings: { ...account.settings, apiKey: "not-a-key" } },
    callbackUrl: () => world.callbackUrl,
    nowMs: world.clock.nowMs,
    lateMs: 0,
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
    forgeries: (callback) => {
      const signature = callback.headers[SIGNATURE_HEADER] ?? "";
      return [
        "",
        signature.replace(/[0-9a-f]{8}$/, "00000000"),
        signature.split(",")[0] ?? "",
        // The time moved forward, to replay an old callback as a fresh one.
        signature.replace(/\d{10}/, (seconds) => String(Number(seconds) + 60)),
      ].map((forged) => ({ ...callback, headers: { ...callback.headers, [SIGNATURE_HEADER]: forged } }));
    },
    // Our reference is its id.
    moved: async (kind, ownId) =>
      (await readBook(world.owner, account.id))
        .filter((line) => line.kind === kind && line.reference === ownId)
        .map((line) => money(line.amount, line.currency)),
  };
});
