import { readJsonObject } from "../../kit/json-object.ts";
import { parseDecimal } from "../../kit/money.ts";
import { readTransferReference } from "../../kit/transfer-reference.ts";
import type { CallbackVerdict, IncomingCallback } from "../callback.ts";
import { type HmacScheme, hmacSignatureFault } from "../hmac-signatures.ts";
import type { SettlementMessage, SettlementMessages } from "../settlement-messages.ts";

export const SIGNATURE_HEADER = "x-callback-signature";
/** HMAC over the time, a full stop and the raw body; at most five minutes old. */
export const signatureScheme: HmacScheme = { separator: ".", toleranceSeconds: 300 };
const ID_LENGTH_MAX = 100;
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

const refused = (reason: string): CallbackVerdict => ({ kind: "refused", reason });

/**
 * A verified message of the bank is itself the outcome, so it is committed before it is accepted. If that fails, this
 * rejects, and the bank is told to send it again.
 */
export async function verifyCallback(
  account: { readonly id: string; readonly callbackSecret: string | null },
  { headers, rawBody, nowMs }: IncomingCallback,
  messages: Pick<SettlementMessages, "remember">,
): Promise<CallbackVerdict> {
  const { id: accountId, callbackSecret } = account;
  if (callbackSecret === null) return refused("no_secret");
  const fault = hmacSignatureFault(
    signatureScheme,
    callbackSecret,
    headers[SIGNATURE_HEADER],
    rawBody,
    nowMs,
  );
  if (fault !== null) return refused(`signature_${fault}`);
  const message = readMessage(rawBody);
  if (message === null) return refused("unreadable");
  await messages.remember(accountId, message);
  return { kind: "accepted", subject: "payment", names: { by: "own_id", value: message.ownId } };
}

/** Null when a field is missing or has another form: nothing is guessed about money. Pure. */
function readMessage(rawBody: Buffer): SettlementMessage | null {
  const { id, reference, amount, currency, status, transactionId, occurredAt } = readJsonObject(rawBody);
  const francs = typeof amount === "string" && /^[1-9]\d{0,12}$/.test(amount) ? amount : null;
  const taken = currency === "XOF" ? parseDecimal(francs, currency) : null;
  if (!isShortText(id) || typeof reference !== "string" || taken === null) return null;
  if (status !== "SETTLED" && status !== "REJECTED") return null;
  if (typeof occurredAt !== "string" || !isoTime.test(occurredAt)) return null;
  const occurredAtMs = Date.parse(occurredAt);
  if (Number.isNaN(occurredAtMs)) return null;
  const number = isShortText(transactionId) ? transactionId : null;
  if (status === "SETTLED" && number === null) return null;
  // A reference that is none of ours stays as it is: no payment has it.
  const ownId = readTransferReference(reference) ?? reference;
  return { id, ownId, status, amount: taken, transactionId: number, occurredAtMs };
}

function isShortText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= ID_LENGTH_MAX && !/\p{C}/u.test(value);
}
