import type { CurrencyCode } from "../../kit/currency.ts";
import { exponentOf } from "../../kit/currency.ts";
import { readJsonObject } from "../../kit/json-object.ts";
import type { Money } from "../../kit/money.ts";
import { plainText } from "../plain-text.ts";
import type { PaymentOutcome, Provider, QueryOutcome, StartRequest } from "../provider.ts";
import { testAccount } from "./account-test.ts";
import { readCreation, readHandle, readStatus, START_OVER_AFTER_MS } from "./answers.ts";
import { createOrangeApi } from "./api.ts";
import {
  keysOf,
  mixesModes,
  orangeAccountTerms,
  orangeCountries,
  orangeCurrencies,
  orangeSettings,
  wireCurrency,
} from "./settings.ts";
import { orangeFailureCodes } from "./status-map.ts";

export const ORANGE_WEBPAY = "orange_webpay";
const REFERENCE_CHARACTERS_MAX = 30;
const URL_CHARACTERS_MAX = 120;

/** Orange Money Web Payment: the payer approves on Orange's page. It has neither refunds nor payouts. */
export function createOrangeWebpayConnector(): Provider {
  const api = createOrangeApi();

  return {
    name: ORANGE_WEBPAY,
    modes: ["SANDBOX", "LIVE"],
    capabilities: {
      callbacks: "OPAQUE",
      calls: true,
      cancel: false,
      refund: "NONE",
      payout: false,
      nameCheck: false,
      statement: false,
      balance: false,
      methods: ["MOBILE_MONEY"],
      countries: orangeCountries,
      currencies: orangeCurrencies,
      failureCodes: orangeFailureCodes,
    },
    referenceForm: "TEXT_30",
    settings: orangeSettings,
    accountTerms: orangeAccountTerms,

    start: async (call, request) => {
      if (mixesModes(call.account)) return { ...notSent("COUNTRY_OF_ANOTHER_MODE", true), notSent: true };
      const amount = wholeUnits(request.amount);
      if (amount === null) return { kind: "failed", failureCode: "INVALID_AMOUNT", providerCode: "FRACTION" };
      if (request.returnUrl.length > URL_CHARACTERS_MAX) return notSent("RETURN_URL_TOO_LONG", false);
      const { country, merchantKey } = keysOf(call.account);
      const answer = await api(call, "webpayment", {
        merchant_key: merchantKey,
        currency: wireCurrency(country, request.amount.currency),
        amount,
        ...orderOf(request),
      });
      if (answer.kind === "refused") return { ...notSent(`HTTP_${answer.status}`, true), notSent: true };
      return readCreation(answer.response, call.nowMs);
    },

    query: async (call, question): Promise<QueryOutcome> => {
      const { ownId, startedAtMs } = question;
      const handle = readHandle(question.handle);
      const amount = wholeUnits(question.amount);
      if (handle === null || amount === null) {
        // Without its answer nobody has seen the page, so nobody has paid.
        return call.nowMs - startedAtMs < START_OVER_AFTER_MS
          ? { kind: "unknown", reason: "not_answered_yet" }
          : notSent("NO_PAY_TOKEN", false);
      }
      const answer = await api(call, "transactionstatus", {
        order_id: ownId,
        amount,
        pay_token: handle.payToken,
      });
      if (answer.kind === "refused") {
        return { kind: "unknown", reason: `token_http_${answer.status}`, alarm: true };
      }
      return readStatus(answer.response, question, handle, call.nowMs);
    },

    test: (call) => testAccount(api, call),

    // Nobody signs the message, and it names no order: only the secret address tells what it is about.
    verifyCallback: async (_call, { receivedOpaque, rawBody }) => {
      if (receivedOpaque === null) return { kind: "refused", reason: "no_id_in_address" };
      // No payment has an empty token, so a message without one is refused where the payment is known.
      const { notif_token: token } = readJsonObject(rawBody);
      const value = typeof token === "string" ? token : "";
      const names = { by: "own_id", value: receivedOpaque } as const;
      return { kind: "accepted", subject: "payment", names, secret: { handleField: "notifToken", value } };
    },
  };
}

/** The part of a creation that does not depend on the account. */
function orderOf({ ownId, returnUrl, callbackUrl, title, locale }: StartRequest) {
  return {
    order_id: ownId,
    return_url: returnUrl,
    cancel_url: returnUrl,
    notif_url: callbackUrl,
    // Orange's page has two languages. Where it is offered French is the more likely one of a reader of Portuguese.
    lang: locale === "en" ? "en" : "fr",
    reference: plainText(title, REFERENCE_CHARACTERS_MAX, ownId),
  };
}

/** The amount in major units, which Orange takes as a whole number; null when it has a fraction. */
function wholeUnits({ minor, currency }: Money): number | null {
  const unit = minorUnitsOf(currency);
  const whole = minor / unit;
  return minor % unit === 0n && whole > 0n ? Number(whole) : null;
}

function minorUnitsOf(currency: CurrencyCode): bigint {
  return 10n ** BigInt(exponentOf(currency));
}

/** The payer has seen no page of this payment, so nothing was taken. */
function notSent(providerCode: string, isOurs: boolean): PaymentOutcome & { readonly kind: "failed" } {
  const alarm = isOurs ? { alarm: true as const } : {};
  return { kind: "failed", failureCode: "PROVIDER_UNAVAILABLE", providerCode, ...alarm };
}
