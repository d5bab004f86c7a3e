import type { PaymentMethod } from "../../src/kit/payment-terms.ts";
import { mtnMomoStandIn } from "../../src/providers/mtn-momo/stand-in.ts";
import { pawapayStandIn } from "../../src/providers/pawapay/stand-in/index.ts";
import { detailsOf } from "../../src/providers/stripe/stand-in/objects.ts";
import { stripeStandIn } from "../../src/providers/stripe/stand-in.ts";
import { waveStandIn } from "../../src/providers/wave/stand-in.ts";
import type { Entry } from "../../src/stand-ins/book.ts";
import type { StandInDefinition } from "../../src/stand-ins/stand-in.ts";

/** One of the four: how its payers pay, and by what its book knows our operations. */
export interface Rail {
  readonly definition: StandInDefinition;
  readonly method: PaymentMethod;
  /** Of mobile money. */
  readonly operator: string | null;
  /** What makes the stand-in behave: endings of phone numbers or of amounts, or tokens of cards; the first is plain success. */
  readonly wishes: readonly string[];
  readonly wish: "phone" | "amount" | "card";
  readonly phonePrefix: string;
  /** Endings of the numbers that are paid out to. */
  readonly paidEndings: readonly string[];
  /** `chargeReference`: it lists a refund under its payment. */
  readonly namedBy: "ownId" | "reference" | "chargeReference";
  /** After how long the stand-in ends what waits, in milliseconds; its own when absent. */
  readonly settleAfterMs?: number;
  /** Whether the provider took back what it had moved. */
  readonly isUndone?: (entry: Entry) => boolean;
}

const mobileMoney = { method: "MOBILE_MONEY" } as const;
const MINUTE_MS = 60_000;

/** A card of Stripe whose refunds succeed, and fail afterwards. */
export const REFUNDED_IN_VAIN = "pm_card_refundFail";

export const rails: readonly Rail[] = [
  {
    ...mobileMoney,
    definition: mtnMomoStandIn,
    operator: "MTN",
    wishes: ["789", "470", "453", "454", "469", "482", "486"],
    wish: "phone",
    phonePrefix: "+22505",
    paidEndings: ["789", "450"],
    namedBy: "ownId",
  },
  {
    ...mobileMoney,
    definition: pawapayStandIn,
    operator: "ORANGE",
    wishes: ["890", "030", "130"],
    wish: "phone",
    phonePrefix: "+22507",
    paidEndings: ["890"],
    namedBy: "ownId",
  },
  {
    ...mobileMoney,
    definition: waveStandIn,
    operator: "WAVE",
    wishes: ["000", "049", "129"],
    wish: "amount",
    phonePrefix: "+22501",
    paidEndings: ["789", "069"],
    namedBy: "chargeReference",
  },
  {
    definition: stripeStandIn,
    method: "CARD",
    operator: null,
    wishes: [
      "pm_card_visa",
      REFUNDED_IN_VAIN,
      REFUNDED_IN_VAIN,
      "pm_card_pendingRefund",
      "pm_card_chargeDeclined",
      "pm_card_visa_chargeDeclinedInsufficientFunds",
    ],
    wish: "card",
    phonePrefix: "",
    paidEndings: [],
    namedBy: "reference",
    settleAfterMs: 5 * MINUTE_MS,
    isUndone: (entry) => detailsOf(entry).failedAtMs !== undefined,
  },
];

/** What a payer of the rail sends; `number` tells payers apart. */
export function paymentBy({ method, operator, wish, phonePrefix }: Rail, number: number, wished: string) {
  if (wish === "card") return { paymentMethod: method, paymentDetails: { cardToken: wished } };
  const tail = wish === "phone" ? wished : "000";
  const phone = `${phonePrefix}${String(number % 100_000).padStart(5, "0")}${tail}`;
  return { paymentMethod: method, paymentDetails: { phone, operator, countryCode: "CI" } };
}
