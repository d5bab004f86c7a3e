import { fieldsOf } from "../../kit/json-object.ts";
import type { Money } from "../../kit/money.ts";
import type {
  Provider,
  ProviderCall,
  ProviderReference,
  TransferOutcome,
  TransferQuestion,
} from "../provider.ts";
import { readBalances, testAccount } from "./account-test.ts";
import { createActiveConfigurations } from "./active-configuration.ts";
import { amountText, notWhole } from "./amounts.ts";
import { type Operation, operations, readQuery, readStart, withNextStep } from "./answers.ts";
import { type Answer, get, post } from "./api.ts";
import { createCallbackKeys } from "./callback-keys.ts";
import { verifyCallback } from "./callbacks.ts";
import { customerMessage } from "./customer-message.ts";
import {
  operatorOf,
  type PawapayOperator,
  pawapayCountries,
  pawapayCurrencies,
  servedOperators,
} from "./operators.ts";
import { pawapaySettings, readSettings } from "./settings.ts";
import { pawapayFailureCodes } from "./status-map.ts";

const PAWAPAY = "pawapay";

/** Nothing was sent: pawaPay does not serve the operator. */
const notServed = {
  kind: "failed",
  failureCode: "PROVIDER_UNAVAILABLE",
  providerCode: "OPERATOR_NOT_SERVED",
} as const;

/** What every request that starts an operation contains. */
interface Sent {
  readonly operation: Operation;
  readonly ownId: string;
  readonly reference: ProviderReference;
  readonly amount: Money;
  /** pawaPay's name of the operator; null when it is not needed. */
  readonly operator: string | null;
  readonly fields: object;
}

/** pawaPay, version 2 of its interface. An account is one API token. */
export function createPawapayConnector(): Provider {
  const configurations = createActiveConfigurations();
  const keys = createCallbackKeys();

  /** Sends one operation under its own id: pawaPay ignores an id that it has already. */
  const send = async (
    call: ProviderCall,
    sent: Sent,
  ): Promise<{ outcome: TransferOutcome; answer: Answer | null }> => {
    const { operation, ownId, reference, amount, operator, fields } = sent;
    const { path, idField } = operations[operation];
    const text = await amountText(call, configurations, operator, amount);
    if (text === null) return { outcome: notWhole, answer: null };
    const answer = await post(call, path, {
      [idField]: ownId,
      amount: text,
      currency: amount.currency,
      ...fields,
      metadata: [{ reference }],
    });
    return { outcome: readStart(answer, operation, ownId), answer };
  };

  const ask = (call: ProviderCall, operation: Operation, ownId: string): Promise<Answer> =>
    get(call, `${operations[operation].path}/${encodeURIComponent(ownId)}`);
  const queryTransfer = async (call: ProviderCall, operation: Operation, question: TransferQuestion) =>
    readQuery(await ask(call, operation, question.ownId), operation, question, call.nowMs);

  return {
    name: PAWAPAY,
    modes: ["SANDBOX", "LIVE"],
    capabilities: {
      callbacks: "SIGNED",
      calls: true,
      cancel: false,
      refund: "PARTIAL",
      payout: true,
      nameCheck: false,
      statement: false,
      balance: true,
      methods: ["MOBILE_MONEY"],
      countries: pawapayCountries,
      currencies: pawapayCurrencies,
      failureCodes: pawapayFailureCodes,
    },
    referenceForm: "UUID_V4",
    settings: pawapaySettings,
    accountTerms: () => ({ operators: servedOperators }),

    start: async (call, { ownId, reference, amount, payer, title, locale, returnUrl }) => {
      const served = operatorOf(payer);
      if (served === null) return notServed;
      const { outcome, answer } = await send(call, {
        operation: "payment",
        ownId,
        reference,
        amount,
        operator: served.code,
        fields: {
          payer: partyOf(payer.phone, served),
          clientReferenceId: reference,
          customerMessage: customerMessage(title, locale),
          ...(served.flow === "OTP" && payer.otp !== null ? { preAuthorisationCode: payer.otp } : {}),
          ...(served.flow === "REDIRECT" ? { successfulUrl: returnUrl, failedUrl: returnUrl } : {}),
        },
      });
      return withNextStep(outcome, answer?.fields ?? {}, readSettings(call.account).baseUrl, null);
    },
    query: async (call, question) => {
      const answer = await ask(call, "payment", question.ownId);
      const outcome = readQuery(answer, "payment", question, call.nowMs);
      const { baseUrl } = readSettings(call.account);
      return withNextStep(outcome, fieldsOf(answer.fields.data), baseUrl, question.handle);
    },
    refund: async (call, { ownId, reference, amount, payment, payer }) => {
      const operator = operatorOf(payer)?.code ?? null;
      const fields = { depositId: payment.ownId };
      const { outcome } = await send(call, {
        operation: "refund",
        ownId,
        reference,
        amount,
        operator,
        fields,
      });
      return outcome;
    },
    queryRefund: (call, question) => queryTransfer(call, "refund", question),
    payout: async (call, { ownId, reference, amount, phone, operator, countryCode }) => {
      const served = operatorOf({ phone, operator, countryCode });
      if (served === null) return notServed;
      const fields = { recipient: partyOf(phone, served), clientReferenceId: reference };
      const sent = { operation: "payout", ownId, reference, amount, operator: served.code, fields } as const;
      return (await send(call, sent)).outcome;
    },
    queryPayout: (call, question) => queryTransfer(call, "payout", question),
    verifyCallback: (call, callback) => verifyCallback(call, callback, { keys, configurations }),
    balance: readBalances,
    test: testAccount,
  };
}

/** Digits without a plus sign. */
function partyOf(phone: string | null, { code }: PawapayOperator) {
  return { type: "MMO", accountDetails: { phoneNumber: (phone ?? "").replace(/^\+/, ""), provider: code } };
}
