import { readJsonObject } from "../../kit/json-object.ts";
import { sameSecret } from "../../kit/secret.ts";
import type { CallbackVerdict, IncomingCallback } from "../callback.ts";
import { type HmacScheme, hmacSignatureFault } from "../hmac-signatures.ts";
import type { AccountTest, PaymentOutcome, Provider, ProviderCall } from "../provider.ts";
import type { RefusedCredentials } from "../refused-credentials.ts";
import { createSonatelApi, NoAccess, type SonatelApi } from "./api.ts";
import { queryCashIn, sendPayout, sendRefund } from "./cash-ins.ts";
import { queryPayment, startPayment } from "./payments.ts";
import { createPins } from "./pins.ts";
import { accessOf, accountTerms, ORANGE_SONATEL, retailerOf, sonatelSettings } from "./settings.ts";
import { failureCodes, notSent } from "./status-map.ts";
import { findTransaction } from "./transactions.ts";

/** A comma between the time and the body. */
export const signatureScheme: HmacScheme = { separator: ",", toleranceSeconds: 300 };
export const SIGNATURE_HEADER = "x-sonatel-signature";
/** No payment has this reference. */
const TEST_REFERENCE = "account-test";

/** Orange Money Senegal: a code to scan, or the payer's one-time password; refunds and payouts as cash-in. */
export function createSonatelConnector(refusedCredentials: RefusedCredentials): Provider {
  const api = createSonatelApi();
  const tools = { api, pins: createPins(api, refusedCredentials) };

  return {
    name: ORANGE_SONATEL,
    modes: ["SANDBOX", "LIVE"],
    capabilities: {
      callbacks: "SIGNED",
      calls: true,
      cancel: false,
      refund: "PARTIAL",
      payout: true,
      nameCheck: false,
      statement: false,
      balance: false,
      methods: ["QR", "MOBILE_MONEY"],
      countries: ["SN"],
      currencies: ["XOF"],
      failureCodes,
    },
    referenceForm: "OURS",
    settings: sonatelSettings,
    start: (call, request) => startPayment(api, call, request).catch(failedWithoutAccess),
    query: (call, question) => queryPayment(api, call, question),
    refund: (call, request) => sendRefund(tools, call, request),
    queryRefund: (call, question) => queryCashIn(api, call, question),
    payout: (call, request) => sendPayout(tools, call, request),
    queryPayout: (call, question) => queryCashIn(api, call, question),
    verifyCallback,
    test: (call) => testAccount(api, call),
    accountTerms,
  };
}

/** A start that got no token was not sent. */
function failedWithoutAccess(error: unknown): PaymentOutcome {
  if (!(error instanceof NoAccess) || !error.alarm) throw error;
  return { ...notSent.noAccess, providerCode: error.reason, alarm: true, notSent: true };
}

async function verifyCallback(
  { account }: ProviderCall,
  { headers, rawBody, nowMs }: IncomingCallback,
): Promise<CallbackVerdict> {
  const { callbackSecret, callbackApiKey } = accessOf(account);
  const fault = hmacSignatureFault(
    signatureScheme,
    callbackSecret,
    headers[SIGNATURE_HEADER],
    rawBody,
    nowMs,
  );
  if (fault !== null) return { kind: "refused", reason: `signature_${fault}` };
  if (callbackApiKey !== null && !sameSecret(headers.authorization ?? "", `Basic ${callbackApiKey}`)) {
    return { kind: "refused", reason: "api_key" };
  }
  const { reference: value, type } = readJsonObject(rawBody);
  if (typeof value !== "string" || value === "") return { kind: "not_ours", reason: "no_reference" };
  // A cash-in is a refund or a payout.
  const subject = type === "MERCHANT_PAYMENT" || type === "WEB_PAYMENT" ? "payment" : null;
  return { kind: "accepted", subject, names: { by: "reference", value } };
}

/** Gets a token and searches for a payment that does not exist. The PIN is not tried: a wrong one counts at Orange. */
async function testAccount(api: SonatelApi, call: ProviderCall): Promise<AccountTest> {
  const { settings, mode } = call.account;
  const hasHalf = "retailerMsisdn" in settings || "retailerPin" in settings;
  if (hasHalf && retailerOf(call.account) === null) {
    const sentence =
      "Refunds and payouts need both retailerMsisdn and retailerPin: set the other one too, or remove this one.";
    return { kind: "problem", problem: "SETTING", sentence };
  }
  const fault = await api.tokenFault(call);
  if (fault !== null) {
    const sentence = `Orange gives no token (${fault}): check clientId and clientSecret, and that they are those of the ${mode === "LIVE" ? "live application" : "sandbox"}.`;
    return { kind: "problem", problem: "KEY_REFUSED", sentence };
  }
  const found = await findTransaction(api, call, { reference: TEST_REFERENCE });
  if (found === null || !("kind" in found)) return { kind: "passed" };
  if (found.reason.startsWith("http_403")) {
    const sentence =
      "Orange gives a token and refuses the search of transactions: subscribe the application to Orange Money.";
    return { kind: "problem", problem: "NOT_PERMITTED", sentence };
  }
  const sentence = `Orange's answer cannot be used (${found.reason}): check the address in baseUrl.`;
  return { kind: "problem", problem: "UNEXPECTED_ANSWER", sentence };
}
