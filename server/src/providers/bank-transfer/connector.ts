import { isCurrencyCode } from "../../kit/currency.ts";
import { creditorReference } from "../../kit/transfer-reference.ts";
import type { PaymentOutcome, PaymentQuestion, Provider, ProviderCall, StartRequest } from "../provider.ts";
import type { SettledEntries } from "../settled-entries.ts";
import { bankTransferSettings, readBankTransferSettings } from "./settings.ts";
import { addWorkingDays } from "./working-days.ts";

const BANK_TRANSFER = "bank_transfer";
/** A transfer takes hours at best: the payer's page need not ask often. */
const POLL_AFTER_MS = 15_000;

/** What the connector is given at composition. */
export interface BankTransferPorts {
  readonly settledEntries: SettledEntries;
}

/**
 * Transfers to an account of ours. There is nobody to ask: the payer reads where to send the money, and the payment's
 * outcome is the booked entry of a statement with its reference.
 */
export function createBankTransferConnector({ settledEntries }: BankTransferPorts): Provider {
  return {
    name: BANK_TRANSFER,
    modes: ["SANDBOX", "LIVE"],
    capabilities: {
      callbacks: "NONE",
      // A transfer that a payer has ordered cannot be stopped by us.
      cancel: false,
      refund: "NONE",
      payout: false,
      nameCheck: false,
      statement: false,
      balance: false,
      methods: ["BANK_TRANSFER"],
      countries: "ANY",
      currencies: "ANY",
      failureCodes: ["PAYMENT_CANCELLED", "INVALID_CURRENCY"],
    },
    referenceForm: "TRANSFER",
    settings: bankTransferSettings,
    start: async (call, request) => waiting(call, { ...request, startedAtMs: call.nowMs }),
    query: async (call, question) => {
      const entry = await settledEntries.findCredit(call.account.id, question.ownId);
      if (entry === null) return waiting(call, question);
      return { kind: "succeeded", transactionId: entry.transactionId, amount: entry.amount };
    },
    // There is nothing to call: what can be wrong was checked when the settings were entered.
    test: async () => ({ kind: "passed" }),
    accountTerms: ({ settings: { currency = "" } }) =>
      isCurrencyCode(currency) ? { currencies: [currency] } : {},
  };
}

type AwaitedPayment = Pick<PaymentQuestion, "ownId" | "startedAtMs"> & Pick<StartRequest, "amount">;

/** Nothing was booked yet: the payer still has time, or no longer. Money that comes later is late money. */
function waiting(
  { account, nowMs }: ProviderCall,
  { ownId, amount, startedAtMs }: AwaitedPayment,
): PaymentOutcome {
  const { bankName, accountHolder, iban, bic, currency, timeZone, deadlineWorkingDays } =
    readBankTransferSettings(account.settings);
  if (amount.currency !== currency)
    return { kind: "failed", failureCode: "INVALID_CURRENCY", providerCode: "ACCOUNT_CURRENCY", alarm: true };
  const deadlineMs = addWorkingDays(startedAtMs, deadlineWorkingDays, timeZone);
  if (nowMs >= deadlineMs)
    return { kind: "failed", failureCode: "PAYMENT_CANCELLED", providerCode: "DEADLINE_PASSED" };
  const instructions = {
    bankName,
    accountHolder,
    iban,
    bic,
    // The forms of banks in the euro area check ISO 11649; elsewhere fewer characters are fewer mistakes.
    reference: currency === "EUR" ? creditorReference(ownId) : ownId,
    amount: amount.minor.toString(),
    currency,
    expiresAt: new Date(deadlineMs).toISOString(),
  };
  return { kind: "pending", nextStep: { kind: "POLL", pollAfterMs: POLL_AFTER_MS, instructions } };
}
