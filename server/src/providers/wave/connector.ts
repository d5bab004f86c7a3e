import { fieldsOf, readJsonObject } from "../../kit/json-object.ts";
import { parseDecimal } from "../../kit/money.ts";
import type { CallbackVerdict, IncomingCallback } from "../callback.ts";
import { type HmacScheme, hmacSignatureFault } from "../hmac-signatures.ts";
import type { AccountTest, BalanceOutcome, Provider, ProviderCall, StatementOutcome } from "../provider.ts";
import { ask } from "./http.ts";
import { queryPayout, sendPayout, verifyRecipient } from "./payouts.ts";
import { queryRefund, refundSession } from "./refunds.ts";
import { cancelSession, createSession, querySession } from "./sessions.ts";
import { accessOf, accountTerms, WAVE, waveCountries, waveSettings } from "./settings.ts";
import { failureCodes } from "./status-map.ts";
import { lineOf, readDays } from "./transactions.ts";

/** The time is directly followed by the body. */
export const signatureScheme: HmacScheme = { separator: "", toleranceSeconds: 300 };
export const SIGNATURE_HEADER = "wave-signature";
/** No payment has this reference. */
const TEST_REFERENCE = "account-test";

/** Wave: payments through its checkout page or app, whole refunds, payouts to a phone with a check of the name. */
export function createWaveConnector(): Provider {
  return {
    name: WAVE,
    modes: ["SANDBOX", "LIVE"],
    capabilities: {
      callbacks: "SIGNED",
      calls: true,
      cancel: true,
      refund: "FULL",
      payout: true,
      nameCheck: true,
      statement: true,
      balance: true,
      methods: ["MOBILE_MONEY", "QR"],
      countries: waveCountries,
      currencies: ["XOF"],
      failureCodes,
    },
    referenceForm: "OURS",
    settings: waveSettings,
    start: createSession,
    query: querySession,
    cancel: cancelSession,
    refund: refundSession,
    queryRefund,
    payout: sendPayout,
    queryPayout,
    verifyBeneficiary: verifyRecipient,
    statement: readStatement,
    verifyCallback,
    balance: readBalance,
    test: testAccount,
    accountTerms,
  };
}

async function verifyCallback(
  { account }: ProviderCall,
  { headers, rawBody, nowMs }: IncomingCallback,
): Promise<CallbackVerdict> {
  const { webhookSecret } = accessOf(account);
  const fault = hmacSignatureFault(signatureScheme, webhookSecret, headers[SIGNATURE_HEADER], rawBody, nowMs);
  if (fault !== null) return { kind: "refused", reason: `signature_${fault}` };
  const { type, data } = readJsonObject(rawBody);
  if (typeof type !== "string" || !type.startsWith("checkout.session.")) {
    return { kind: "not_ours", reason: "other_event" };
  }
  const { client_reference: value } = fieldsOf(data);
  return typeof value === "string" && value !== ""
    ? { kind: "accepted", subject: "payment", names: { by: "reference", value } }
    : { kind: "not_ours", reason: "no_reference" };
}

async function readStatement(call: ProviderCall, fromMs: number, toMs: number): Promise<StatementOutcome> {
  const found = await readDays(call, fromMs, toMs);
  if (found.kind === "unclear") return { kind: "unavailable", reason: found.reason };
  if (found.kind === "refused") return { kind: "unavailable", reason: found.failure.providerCode };
  const lines = found.list
    .map(lineOf)
    .filter(({ occurredAtMs }) => occurredAtMs >= fromMs && occurredAtMs < toMs)
    .toSorted((one, other) => one.occurredAtMs - other.occurredAtMs);
  return { kind: "lines", lines };
}

async function readBalance(call: ProviderCall): Promise<BalanceOutcome> {
  const answer = await ask(call, { method: "GET", path: "/v1/balance" });
  if (answer.kind === "unclear") return { kind: "unavailable", reason: answer.reason };
  if (answer.kind === "refused") return { kind: "unavailable", reason: answer.failure.providerCode };
  const available = parseDecimal(answer.fields.amount, answer.fields.currency);
  return available === null
    ? { kind: "unavailable", reason: "unreadable" }
    : { kind: "balances", balances: [{ available, wallet: null }] };
}

/** Searches for a payment that does not exist: every key of an account needs the right to do so. */
async function testAccount(call: ProviderCall): Promise<AccountTest> {
  const { mode, settings } = call.account;
  if (mode === "SANDBOX" && settings.baseUrl === undefined) {
    const sentence = "Wave has no sandbox: set baseUrl to the address of a stand-in.";
    return { kind: "problem", problem: "SETTING", sentence };
  }
  const { countries } = accountTerms(call.account);
  if (countries?.length === 0) {
    const sentence = `The key is for a country that the service does not serve through Wave; it serves ${waveCountries.join(", ")}.`;
    return { kind: "problem", problem: "SETTING", sentence };
  }
  const answer = await ask(call, {
    method: "GET",
    path: `/v1/checkout/sessions/search?client_reference=${TEST_REFERENCE}`,
  });
  if (answer.kind === "done") return { kind: "passed" };
  if (answer.kind === "unclear") {
    const sentence = `Wave's answer cannot be used (${answer.reason}): check the address in baseUrl.`;
    return { kind: "problem", problem: "UNEXPECTED_ANSWER", sentence };
  }
  const { providerCode } = answer.failure;
  if (answer.status === 401) {
    const sentence = `Wave refuses the key (${providerCode}): copy apiKey again from the business portal.`;
    return { kind: "problem", problem: "KEY_REFUSED", sentence };
  }
  const sentence = `The key may not use the checkout interface (${providerCode}): add that right in the business portal.`;
  return { kind: "problem", problem: "NOT_PERMITTED", sentence };
}
