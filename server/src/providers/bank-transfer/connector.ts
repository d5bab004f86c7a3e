import { readAccountNumber } from "../../kit/bank-account.ts";
import { isCurrencyCode } from "../../kit/currency.ts";
import { creditorReference } from "../../kit/transfer-reference.ts";
import type {
  PaymentOutcome,
  PaymentQuestion,
  Provider,
  ProviderCall,
  RefundRequest,
  StartRequest,
  TransferOutcome,
  TransferQueryOutcome,
  TransferQuestion,
} from "../provider.ts";
import type { SettledEntries } from "../settled-entries.ts";
import type { AccountHolder, TransferOrder, TransferOrders } from "../transfer-orders.ts";
import { addWorkingDays } from "../working-days.ts";
import { failureOfReason, transferFailureCodes } from "./reason-codes.ts";
import { bankTransferSettings, readBankTransferSettings } from "./settings.ts";

export const BANK_TRANSFER = "bank_transfer";
/** A transfer takes hours at best: the payer's page need not ask often. */
const POLL_AFTER_MS = 15_000;

/** What the connector is given at composition. */
export interface BankTransferPorts {
  readonly settledEntries: SettledEntries;
  readonly transferOrders: TransferOrders;
  /** Whether a path lies where folders of accounts may lie. */
  readonly holdsFolder: (path: string) => boolean;
}

/**
 * Transfers to and from an account of ours. There is nobody to ask. Of a payment the payer reads where to send the money,
 * and its outcome is the booked entry of a statement with its reference. Payouts and refunds wait for the next file of
 * orders, and their outcome is the bank's answer to it or the booked entry.
 */
export function createBankTransferConnector({
  settledEntries,
  transferOrders,
  holdsFolder,
}: BankTransferPorts): Provider {
  /** What became of a transfer of ours; not found: it was not ordered, and is not booked either. */
  const stateOf = async (accountId: string, ownId: string): Promise<TransferQueryOutcome> => {
    const order = await transferOrders.find(accountId, ownId);
    if (order?.kind === "failed") return failed(order.reason);
    const debit = await settledEntries.findDebit(accountId, ownId);
    if (debit !== null)
      return { kind: "succeeded", transactionId: debit.transactionId, amount: debit.amount };
    if (order === null) return { kind: "not_found" };
    if (order.kind === "under_way") return { kind: "pending", leftAtMs: order.leftAtMs };
    return { kind: "succeeded", transactionId: order.transactionId, amount: order.amount };
  };

  /** Places an order. Refuses a recipient or currency that no file of this account can hold. */
  const order = async (
    call: ProviderCall,
    { recipient, ...rest }: Pick<TransferOrder, "kind" | "ownId" | "amount" | "recipient">,
  ): Promise<TransferOutcome> => {
    const { account } = call;
    const { currency, accountHolder } = readBankTransferSettings(account.settings);
    if (rest.amount.currency !== currency) return WRONG_CURRENCY;
    const number = readAccountNumber(recipient.account);
    if (number === null) return NO_ACCOUNT;
    await transferOrders.place(account.id, {
      ...rest,
      recipient: { name: recipient.name, account: number },
      purpose: `${accountHolder} ${rest.ownId}`,
    });
    return { kind: "pending", leftAtMs: null };
  };

  const question = ({ account }: ProviderCall, { ownId }: TransferQuestion) => stateOf(account.id, ownId);

  return {
    name: BANK_TRANSFER,
    modes: ["SANDBOX", "LIVE"],
    capabilities: {
      callbacks: "NONE",
      calls: false,
      // A transfer that a payer has ordered cannot be stopped by us.
      cancel: false,
      refund: "PARTIAL",
      payout: true,
      nameCheck: false,
      statement: false,
      balance: false,
      methods: ["BANK_TRANSFER"],
      countries: "ANY",
      currencies: "ANY",
      failureCodes: transferFailureCodes,
    },
    referenceForm: "TRANSFER",
    settings: bankTransferSettings(holdsFolder),
    start: async (call, request) => waiting(call, { ...request, startedAtMs: call.nowMs }),
    query: async (call, asked) => {
      const entry = await settledEntries.findCredit(call.account.id, asked.ownId);
      if (entry === null) return waiting(call, asked);
      return { kind: "succeeded", transactionId: entry.transactionId, amount: entry.amount };
    },
    payout: async (call, { ownId, amount, iban, name }) =>
      iban === null
        ? NO_ACCOUNT
        : order(call, { kind: "PAYOUT", ownId, amount, recipient: { name, account: iban } }),
    queryPayout: question,
    refund: async (call, request) => {
      // A bank that takes a payment back has made the refund already.
      const known = await stateOf(call.account.id, request.ownId);
      if (known.kind !== "not_found") return known;
      const recipient = request.recipient ?? (await payerOf(call, request));
      if (recipient === null) return { kind: "pending", needs: "RECIPIENT_ACCOUNT" };
      return order(call, { kind: "REFUND", ownId: request.ownId, amount: request.amount, recipient });
    },
    queryRefund: question,
    // There is nothing to call: what can be wrong was checked when the settings were entered.
    test: async () => ({ kind: "passed" }),
    accountTerms: ({ settings: { currency = "" } }) =>
      isCurrencyCode(currency) ? { currencies: [currency] } : {},
  };

  function payerOf({ account }: ProviderCall, { payment }: RefundRequest): Promise<AccountHolder | null> {
    return settledEntries.findPayer(account.id, payment.ownId);
  }
}

const NO_ACCOUNT: TransferOutcome = {
  kind: "failed",
  failureCode: "INVALID_RECIPIENT",
  providerCode: "NO_ACCOUNT",
};
const WRONG_CURRENCY: TransferOutcome = {
  kind: "failed",
  failureCode: "INVALID_CURRENCY",
  providerCode: "ACCOUNT_CURRENCY",
  alarm: true,
};

function failed(reason: string): TransferOutcome {
  const { failureCode, alarm } = failureOfReason(reason);
  return { kind: "failed", failureCode, providerCode: reason, ...(alarm ? { alarm } : {}) };
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
