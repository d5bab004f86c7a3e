import { readToken } from "./cards.ts";
import type { SimulatorCode } from "./codes.ts";
import type { OperationStatus, PageKind } from "./operation.ts";
import type { PaymentRequest, PayoutOrder, RefundOrder } from "./protocol.ts";
import { schemeServes } from "./qr.ts";
import {
  defaultScenario,
  otpAccepted,
  pageOperators,
  QR_EXPIRING_ENDING,
  QR_EXPIRY_DELAY_MS,
  type Scenario,
  scenarioNamed,
  scenarioOf,
} from "./rules.ts";

/** How an operation begins. */
export interface Plan {
  readonly scenario: Scenario;
  readonly status: OperationStatus;
  readonly code: SimulatorCode | null;
  readonly page: PageKind | null;
  /** WAITING only: when the payer's time ends, if not with the session's expiry. */
  readonly waitMs: number | null;
  readonly walletId: string | null;
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
}

/** A payer's wallet for the plan: the one of the payment's currency, or why there is none. */
export type WalletFound =
  | { readonly kind: "FOUND"; readonly id: string; readonly frozen: boolean }
  | { readonly kind: "OTHER_CURRENCY" }
  | { readonly kind: "UNKNOWN" };

const nothing = { waitMs: null, walletId: null, cardBrand: null, cardLast4: null };

function refuse(scenario: Scenario, code: SimulatorCode): Plan {
  return { ...nothing, scenario, status: "FAILED", code, page: null };
}

function wait(page: PageKind, scenario = defaultScenario): Plan {
  return { ...nothing, scenario, status: "WAITING", code: null, page };
}

/** The state of a scenario before its first step. */
function begin(scenario: Scenario): Plan {
  const { start, startCode } = scenario;
  if (start === "REFUSE" || start === "GIVE_UP") return refuse(scenario, startCode ?? "UNSPECIFIED");
  const done = start === "SUCCEED" || start === "CALLBACK_FIRST";
  return {
    ...nothing,
    scenario,
    status: start === "FORGET" ? "LOST" : done ? "SUCCEEDED" : "PENDING",
    code: null,
    page: null,
  };
}

/**
 * The caller looks `wallet` up for the method WALLET; null for every other. A scenario named in the request decides
 * alone, whatever the method: it needs no act on a page. Pure.
 */
export function planPayment(request: PaymentRequest, wallet: WalletFound | null): Plan {
  if (request.scenario !== undefined) return begin(scenarioNamed(request.scenario));
  switch (request.method) {
    case "MOBILE_MONEY":
      return planMobileMoney(request);
    case "CARD":
      return planCard(request);
    case "WALLET":
      return planWallet(wallet);
    case "QR":
      return planQr(request);
    case "BANK_TRANSFER":
      return wait("BANK");
  }
}

function planMobileMoney({ phone, operator, country, otp }: PaymentRequest): Plan {
  if (phone === null) return refuse(defaultScenario, "ACCOUNT_UNKNOWN");
  const scenario = scenarioOf(phone, "PAYMENT");
  if (!otpAccepted(operator, country, otp)) return refuse(defaultScenario, "OTP_REFUSED");
  const plan = begin(scenario);
  // An operator with its own page cannot succeed before its payer has seen it.
  const takesAPage = operator !== null && pageOperators.includes(operator);
  return takesAPage && (plan.status === "PENDING" || plan.status === "SUCCEEDED")
    ? wait("APPROVAL", scenario)
    : plan;
}

function planCard({ cardToken }: PaymentRequest): Plan {
  if (cardToken === null) return wait("CARD");
  const meaning = readToken(cardToken);
  if (meaning === null) return refuse(defaultScenario, "CARD_TOKEN_UNKNOWN");
  return { ...begin(meaning.scenario), cardBrand: meaning.brand, cardLast4: meaning.last4 };
}

function planWallet(wallet: WalletFound | null): Plan {
  if (wallet === null || wallet.kind === "UNKNOWN") return refuse(defaultScenario, "WALLET_UNKNOWN");
  if (wallet.kind === "OTHER_CURRENCY") return refuse(defaultScenario, "WALLET_CURRENCY");
  if (wallet.frozen) return refuse(defaultScenario, "WALLET_FROZEN");
  return { ...wait("WALLET"), walletId: wallet.id };
}

function planQr({ qrScheme, country, amount, currency }: PaymentRequest): Plan {
  const money = { minor: BigInt(amount), currency };
  if (!schemeServes(qrScheme ?? "EMVCO", country, money)) return refuse(defaultScenario, "SCHEME_NOT_SERVED");
  return { ...wait("QR"), waitMs: isExpiringQr(amount) ? QR_EXPIRY_DELAY_MS : null };
}

/** Whether the code of this amount (minor units) expires unpaid. */
export function isExpiringQr(amount: string): boolean {
  return amount.endsWith(QR_EXPIRING_ENDING);
}

/**
 * The last digits of the phone or of the IBAN decide; a wallet of the simulator is credited. `wallet` is null without
 * one.
 */
export function planPayout({ phone, iban, scenario }: PayoutOrder, wallet: WalletFound | null = null): Plan {
  const wanted = scenario === undefined ? null : transferScenario(scenario);
  if (wallet !== null) {
    if (wallet.kind === "UNKNOWN") return refuse(defaultScenario, "WALLET_UNKNOWN");
    if (wallet.kind === "OTHER_CURRENCY") return refuse(defaultScenario, "WALLET_CURRENCY");
    if (wallet.frozen) return refuse(defaultScenario, "WALLET_FROZEN");
    return { ...begin(wanted ?? defaultScenario), walletId: wallet.id };
  }
  if (wanted !== null) return begin(wanted);
  const target = phone ?? iban;
  if (target === null) return refuse(defaultScenario, "RECIPIENT_REJECTED");
  return begin(scenarioOf(target, "TRANSFER"));
}

/** The refunded payment according to the book. Null: no such payment. */
export interface Refundable {
  readonly succeeded: boolean;
  /** Minor units not refunded yet. */
  readonly left: bigint;
  readonly currency: string;
}

/** The last digits of the refund's amount decide, if the refund is possible at all. */
export function planRefund(
  { amount, currency, scenario }: Pick<RefundOrder, "amount" | "currency" | "scenario">,
  payment: Refundable | null,
): Plan {
  if (payment === null) return refuse(defaultScenario, "PAYMENT_UNKNOWN");
  if (!payment.succeeded) return refuse(defaultScenario, "PAYMENT_NOT_REFUNDABLE");
  if (payment.currency !== currency) return refuse(defaultScenario, "CURRENCY_NOT_SERVED");
  if (BigInt(amount) > payment.left) return refuse(defaultScenario, "REFUND_ABOVE_PAYMENT");
  if (scenario !== undefined) return begin(transferScenario(scenario));
  return begin(scenarioOf(amount.padStart(3, "0"), "TRANSFER"));
}

/** A scenario only for payments means success, as its digits do. */
function transferScenario(name: string): Scenario {
  const found = scenarioNamed(name);
  return found.paymentsOnly ? defaultScenario : found;
}
