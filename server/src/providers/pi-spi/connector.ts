import { isPiSpiCountry, piSpiCode, piSpiCountries } from "../../kit/pi-spi-code.ts";
import type { PaymentOutcome, PaymentQuestion, Provider, ProviderCall } from "../provider.ts";
import type { SettledEntries } from "../settled-entries.ts";
import type { SettlementMessages } from "../settlement-messages.ts";
import { verifyCallback } from "./callbacks.ts";
import { piSpiSettings, readPiSpiSettings } from "./settings.ts";

export const PI_SPI = "pi_spi";
const POLL_AFTER_MS = 3_000;
/** Where the payer gave no country. The platform finds the merchant by the alias, not by this. */
const COUNTRY_OTHERWISE = "CI";
/** Codes of other schemes, which the payer's application could not pay here. A code of PI-SPI is also one of EMVCo. */
const otherSchemes: ReadonlySet<string | null> = new Set(["WAVE", "ORANGE"]);
const notServed = {
  kind: "failed",
  failureCode: "PROVIDER_UNAVAILABLE",
  providerCode: "SCHEME_NOT_SERVED",
} as const;
/** A bank may report a payment that was made in the last second of the code's life this much later. */
const REPORT_DELAY_MS_MAX = 15 * 60_000;
/** Where the bank sends no callbacks, the next statement tells: it may be after a weekend. */
const STATEMENT_DELAY_MS_MAX = 71 * 3_600_000;

/** What the connector is given at composition. */
export interface PiSpiPorts {
  readonly settlementMessages: SettlementMessages;
  readonly settledEntries: Pick<SettledEntries, "findCredit">;
  /** Whether a path lies where folders of accounts may lie. */
  readonly holdsFolder: (path: string) => boolean;
}

/**
 * The instant payment platform of the UEMOA. Its own interface is for its participants, so there is nobody to ask: the
 * payer scans a code with our reference, and the outcome is what the merchant's bank says of that reference, by a
 * verified callback or by a booked entry of a statement.
 */
export function createPiSpiConnector({
  settlementMessages,
  settledEntries,
  holdsFolder,
}: PiSpiPorts): Provider {
  /** What arrived for this reference; null while the bank has said nothing. */
  const settlement = async (accountId: string, ownId: string): Promise<PaymentOutcome | null> => {
    const message = await settlementMessages.find(accountId, ownId);
    if (message?.status === "SETTLED") {
      return {
        kind: "succeeded",
        transactionId: message.transactionId ?? message.id,
        amount: message.amount,
      };
    }
    const entry = await settledEntries.findCredit(accountId, ownId);
    if (entry !== null)
      return { kind: "succeeded", transactionId: entry.transactionId, amount: entry.amount };
    // The message has no reason.
    return message === null ? null : { kind: "failed", failureCode: "UNKNOWN", providerCode: message.status };
  };

  return {
    name: PI_SPI,
    modes: ["SANDBOX", "LIVE"],
    capabilities: {
      callbacks: "SIGNED",
      calls: false,
      // Nobody can withdraw a code that a payer has seen.
      cancel: false,
      refund: "NONE",
      payout: false,
      nameCheck: false,
      statement: false,
      balance: false,
      methods: ["QR"],
      countries: piSpiCountries,
      currencies: ["XOF"],
      failureCodes: ["PAYMENT_CANCELLED", "PROVIDER_UNAVAILABLE", "UNKNOWN"],
    },
    // Twelve characters with check digits, so that banks' entries match by the same rule as transfers.
    referenceForm: "TRANSFER",
    settings: piSpiSettings(holdsFolder),
    accountTerms: () => ({
      operators: [{ method: "QR", operator: "PI_SPI", countryCode: null, authFlow: "QR" }],
    }),

    start: async (call, { ownId, amount, payer, expiresAtMs }) => {
      if (otherSchemes.has(payer.qrScheme)) return notServed;
      const given = payer.countryCode;
      const country = given !== null && isPiSpiCountry(given) ? given : COUNTRY_OTHERWISE;
      return shown(call, { ownId, amount, handle: { country, expiresAtMs: String(expiresAtMs) } });
    },
    query: async (call, question) => {
      const settled = await settlement(call.account.id, question.ownId);
      if (settled !== null) return settled;
      return call.nowMs < deadlineMs(call, question)
        ? shown(call, question)
        : { kind: "failed", failureCode: "PAYMENT_CANCELLED", providerCode: "CODE_EXPIRED" };
    },
    verifyCallback: async ({ account }, callback) => {
      const { callbackSecret } = readPiSpiSettings(account);
      return verifyCallback({ id: account.id, callbackSecret }, callback, settlementMessages);
    },
    // There is nothing to call: what can be wrong was checked when the settings were entered.
    test: async () => ({ kind: "passed" }),
  };
}

/** The payer scans the code. It is the same each time for the same payment. */
function shown(
  { account }: ProviderCall,
  { ownId, amount, handle }: Pick<PaymentQuestion, "ownId" | "amount" | "handle">,
): PaymentOutcome {
  const { accountAlias: alias, channel } = readPiSpiSettings(account);
  const country = handle?.country ?? COUNTRY_OTHERWISE;
  const qrPayload = piSpiCode({ alias, channel, amount, country, reference: ownId });
  return {
    kind: "pending",
    nextStep: { kind: "DISPLAY_QR", qrPayload, pollAfterMs: POLL_AFTER_MS, actionUrl: null },
    ...(handle === null ? {} : { handle }),
  };
}

/** When a payment that nobody reported is over. Money that is reported later is late money. */
function deadlineMs({ account }: ProviderCall, { handle, startedAtMs }: PaymentQuestion): number {
  const hasCallbacks = readPiSpiSettings(account).callbackSecret !== null;
  if (!hasCallbacks || handle?.expiresAtMs === undefined) return startedAtMs + STATEMENT_DELAY_MS_MAX;
  return Number(handle.expiresAtMs) + REPORT_DELAY_MS_MAX;
}
