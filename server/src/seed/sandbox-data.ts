import type { CurrencyCode } from "../kit/currency.ts";
import type { Locale } from "../kit/money.ts";
import type { PaymentMethod } from "../kit/payment-terms.ts";
import type { NewWallet } from "../modules/merchants/index.ts";

/** What every first start begins with. Names, limits and fees are examples; `docs/concepts/routing.md` shows them. */
export const sandboxTenantName = "Cauris sandbox";
export const sandboxSubTenantName = "Simulator";
export const sandboxAccountName = "Built-in simulator";
export const sandboxKeyName = "First start";
/** An approver without common origin with the first key, so that it counts as a second person. */
export const sandboxApproverName = "First start, approver";

export const sandboxMerchant = {
  legalName: "Maison Akwaba SARL",
  displayName: "Maison Akwaba",
  countryCode: "CI",
  locale: "fr" as Locale,
  logoUrl: null,
  primaryColor: "#0b6e4f",
} as const;

export const sandboxWallets: readonly NewWallet[] = [
  { mode: "SANDBOX", label: "Compte principal", currency: "XOF" },
  { mode: "SANDBOX", label: "Compte euro", currency: "EUR" },
];

interface BoundRow {
  readonly method: PaymentMethod;
  readonly currency: CurrencyCode;
  /** Minor units, like `max` and `step`. */
  readonly min: bigint;
  readonly max: bigint;
  readonly step: bigint;
}

/** Highest amount of each method, in minor units. In a sandbox amounts down to one minor unit are allowed. */
const highest: Readonly<Record<PaymentMethod, Partial<Record<CurrencyCode, bigint>>>> = {
  MOBILE_MONEY: {
    XOF: 2_000_000n,
    XAF: 2_000_000n,
    GNF: 20_000_000n,
    CDF: 500_000_000n,
    USD: 250_000n,
  },
  WALLET: {
    XOF: 2_000_000n,
    XAF: 2_000_000n,
    GNF: 20_000_000n,
    CDF: 500_000_000n,
    EUR: 500_000n,
    USD: 500_000n,
  },
  CARD: {
    XOF: 10_000_000n,
    XAF: 10_000_000n,
    GNF: 100_000_000n,
    CDF: 5_000_000_000n,
    EUR: 1_500_000n,
    USD: 1_500_000n,
  },
  QR: {
    XOF: 2_000_000n,
    XAF: 2_000_000n,
    GNF: 20_000_000n,
    CDF: 500_000_000n,
    EUR: 500_000n,
    USD: 500_000n,
  },
  BANK_TRANSFER: {
    XOF: 1_000_000_000n,
    XAF: 1_000_000_000n,
    GNF: 10_000_000_000n,
    CDF: 500_000_000_000n,
    EUR: 100_000_000n,
    USD: 100_000_000n,
  },
};

/** Operators in DR Congo accept whole francs only, though the franc has two decimals. */
function stepOf(method: PaymentMethod, currency: CurrencyCode): bigint {
  return method === "MOBILE_MONEY" && currency === "CDF" ? 100n : 1n;
}

export const sandboxBounds: readonly BoundRow[] = entriesOf(highest).flatMap(([method, limits]) =>
  entriesOf(limits).map(([currency, max]) => {
    const step = stepOf(method, currency);
    return { method, currency, min: step, max, step };
  }),
);

interface FeeRow {
  readonly method: PaymentMethod;
  readonly currency: CurrencyCode;
  readonly basisPoints: number;
  /** Minor units, like `minimum` and `maximum`. */
  readonly fixed: bigint;
  readonly minimum: bigint;
  readonly maximum: bigint | null;
}

/** A small amount in each currency, in minor units: about fifteen euro cents. */
const smallSum: Partial<Record<CurrencyCode, bigint>> = {
  XOF: 100n,
  XAF: 100n,
  GNF: 1_500n,
  CDF: 50_000n,
  EUR: 15n,
  USD: 15n,
};

/**
 * 1.5 % for mobile money, 1 % for wallet and QR, 2.9 % and a small amount for cards, 0.5 % within limits for transfers.
 */
export const sandboxFees: readonly FeeRow[] = entriesOf(smallSum).flatMap(([currency, sum]) => {
  const share = (method: PaymentMethod, basisPoints: number): FeeRow => ({
    method,
    currency,
    basisPoints,
    fixed: 0n,
    minimum: 0n,
    maximum: null,
  });
  return [
    share("MOBILE_MONEY", 150),
    share("WALLET", 100),
    share("QR", 100),
    { ...share("CARD", 290), fixed: sum },
    { ...share("BANK_TRANSFER", 50), minimum: sum, maximum: sum * 50n },
  ];
});

function entriesOf<Key extends string, Value>(
  record: Readonly<Partial<Record<Key, Value>>>,
): readonly (readonly [Key, Value])[] {
  return Object.entries(record) as unknown as readonly (readonly [Key, Value])[];
}
