import { decimalText, type Money } from "../../kit/money.ts";
import { plainText } from "../plain-text.ts";
import type {
  PaymentOutcome,
  Provider,
  ProviderCall,
  TransferOutcome,
  TransferQueryOutcome,
  TransferQuestion,
} from "../provider.ts";
import { testAccount } from "./account-test.ts";
import { accessRefused, readStart, readStatus } from "./answers.ts";
import { createMtnApi, type MtnAnswer } from "./api.ts";
import { readBalances } from "./balance.ts";
import { countriesOf, SANDBOX_ENVIRONMENT, wireCurrency } from "./environments.ts";
import { environmentOf, mixesModes, mtnAccountTerms, mtnSettings, type Product } from "./settings.ts";
import { collectionReasons, type Meaning, mtnFailureCodes, transferReasons } from "./status-map.ts";

export const MTN_MOMO = "mtn_momo";
const POLL_AFTER_MS = 5_000;
/** The shorter of the two limits that MTN has published, in characters. */
const TEXT_CHARACTERS_MAX = 128;

/** The three operations. Their paths are below the product's. */
const operations = {
  payment: { product: "collection", path: "requesttopay", reasons: collectionReasons },
  refund: { product: "disbursement", path: "refund", reasons: transferReasons },
  payout: { product: "disbursement", path: "transfer", reasons: transferReasons },
} as const satisfies Record<
  string,
  { readonly product: Product; readonly path: string; readonly reasons: Readonly<Record<string, Meaning>> }
>;
type Operation = (typeof operations)[keyof typeof operations];

interface Order {
  readonly ownId: string;
  readonly reference: string;
  readonly amount: Money;
  readonly callbackUrl: string;
}

/** MTN MoMo Open API: collections approved on the payer's phone, whole refunds, transfers to wallets. */
export function createMtnMomoConnector(): Provider {
  const api = createMtnApi();

  const order = async (
    call: ProviderCall,
    { product, path, reasons }: Operation,
    { ownId, reference, amount, callbackUrl }: Order,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<TransferOutcome> => {
    if (mixesModes(call.account)) return misconfigured("SANDBOX_ENVIRONMENT_IN_LIVE_MODE");
    const body = {
      amount: decimalText(amount),
      currency: wireCurrency(environmentOf(call.account.settings), amount.currency),
      externalId: reference,
      ...fields,
    };
    const answer = await api(call, { product, path, order: { ownId, callbackUrl, body } });
    if (answer.kind === "answered") return readStart(answer.response, reasons);
    return answer.kind === "refused"
      ? { ...accessRefused(answer.status, ""), notSent: true }
      : misconfigured("NO_KEYS");
  };

  const ask = async (
    call: ProviderCall,
    { product, path, reasons }: Operation,
    { ownId, amount, startedAtMs }: Pick<TransferQuestion, "ownId" | "amount" | "startedAtMs">,
  ): Promise<TransferQueryOutcome> => {
    const answer = await api(call, { product, path: `${path}/${ownId}` });
    if (answer.kind !== "answered") return cannotAsk(answer);
    const environment = environmentOf(call.account.settings);
    const { currency } = amount;
    const ageMs = call.nowMs - startedAtMs;
    return readStatus(answer.response, { reasons, environment, currency, ownId, ageMs });
  };

  return {
    name: MTN_MOMO,
    modes: ["SANDBOX", "LIVE"],
    capabilities: {
      callbacks: "OPAQUE",
      calls: true,
      cancel: false,
      // MTN's description names an amount, but nobody has reported that a part is accepted.
      refund: "FULL",
      payout: true,
      nameCheck: false,
      statement: false,
      balance: true,
      methods: ["MOBILE_MONEY"],
      countries: countriesOf(SANDBOX_ENVIRONMENT).map(({ countryCode }) => countryCode),
      currencies: [...new Set(countriesOf(SANDBOX_ENVIRONMENT).map(({ currency }) => currency))],
      failureCodes: mtnFailureCodes,
    },
    referenceForm: "UUID_V4",
    settings: mtnSettings,
    accountTerms: mtnAccountTerms,

    start: async (call, request) => {
      const { payer, title, reference } = request;
      const outcome = await order(call, operations.payment, request, {
        payer: walletOf(payer.phone),
        ...notesOf(reference),
        payerMessage: plainText(title, TEXT_CHARACTERS_MAX, reference),
      });
      return withNextStep(outcome);
    },
    query: async (call, question) => {
      const outcome = await ask(call, operations.payment, question);
      return outcome.kind === "not_found" ? outcome : withNextStep(outcome);
    },

    refund: (call, request) =>
      order(call, operations.refund, request, {
        ...notesOf(request.reference),
        // The X-Reference-Id of the collection.
        referenceIdToRefund: request.payment.ownId,
      }),
    queryRefund: (call, question) => ask(call, operations.refund, question),

    payout: (call, request) =>
      order(call, operations.payout, request, {
        payee: walletOf(request.phone),
        ...notesOf(request.reference),
      }),
    queryPayout: (call, question) => ask(call, operations.payout, question),

    balance: (call) => readBalances(api, call),
    test: (call) => testAccount(api, call),

    // Nobody signs the message: only the secret address tells that MTN sent it, and what it is about.
    verifyCallback: async (_call, { receivedOpaque }) =>
      receivedOpaque === null
        ? { kind: "refused", reason: "no_id_in_address" }
        : { kind: "accepted", subject: null, names: { by: "own_id", value: receivedOpaque } },
  };
}

function withNextStep(outcome: TransferOutcome): PaymentOutcome {
  if (outcome.kind !== "pending") return outcome;
  return { kind: "pending", nextStep: { kind: "POLL", pollAfterMs: POLL_AFTER_MS, instructions: null } };
}

/** Texts that MTN shows with money that we send. */
function notesOf(reference: string) {
  const note = plainText(reference, TEXT_CHARACTERS_MAX, "");
  return { payerMessage: note, payeeNote: note };
}

/** MTN writes numbers with the country code and without the plus. */
function walletOf(phone: string | null) {
  if (phone === null) throw new Error("mobile money has a phone number");
  return { partyIdType: "MSISDN", partyId: phone.replace(/^\+/, "") };
}

/** The account's settings prevent the request: nothing was sent. */
function misconfigured(providerCode: string): TransferOutcome & { readonly kind: "failed" } {
  return { kind: "failed", failureCode: "PROVIDER_UNAVAILABLE", providerCode, alarm: true, notSent: true };
}

function cannotAsk(answer: Exclude<MtnAnswer, { kind: "answered" }>): TransferQueryOutcome {
  const reason = answer.kind === "refused" ? `token_http_${answer.status}` : "no_keys";
  return { kind: "unknown", reason, alarm: true };
}
