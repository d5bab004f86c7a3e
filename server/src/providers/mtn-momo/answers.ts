import type { CurrencyCode } from "../../kit/currency.ts";
import type { OutgoingResponse } from "../../kit/http-out.ts";
import { fieldsOf, readJsonObject } from "../../kit/json-object.ts";
import type { TransferOutcome, TransferQueryOutcome } from "../provider.ts";
import { readWireAmount } from "./environments.ts";
import {
  configurationCodes,
  type Meaning,
  meaningOf,
  meaningOfRefusal,
  unknownIdCodes,
} from "./status-map.ts";

/** After a start MTN may answer 404 for a while although it has accepted the request. */
export const VISIBLE_AFTER_MS = 20_000;

type Reasons = Readonly<Record<string, Meaning>>;

/** What was asked, as far as the answer's meaning depends on it. */
export interface Question {
  /** The meanings of the codes: those of a collection, or those of a transfer. */
  readonly reasons: Reasons;
  readonly environment: string;
  readonly currency: CurrencyCode;
  /** Own id of the operation. */
  readonly ownId: string;
  /** Since the start, in milliseconds. */
  readonly ageMs: number;
}

/** The answer to a request for money. 202 has no body; 409 means that the same id has been accepted before. */
export function readStart({ status, body }: OutgoingResponse, reasons: Reasons): TransferOutcome {
  if (status === 202) return { kind: "pending" };
  const { code, message } = errorOf(readJsonObject(body));
  if (status === 409 && code === "RESOURCE_ALREADY_EXIST") return { kind: "pending" };
  // MTN may have accepted it: a query tells.
  if (status === 500 && code === "INTERNAL_PROCESSING_ERROR") return { kind: "pending" };
  // The key and the address are checked before the request is read, so nothing was taken.
  if (status === 401 || status === 403) return accessRefused(status, code);
  const isDefinite = status >= 400 && status < 500 && status !== 408 && status !== 429;
  if (code === "" || !(isDefinite || configurationCodes.has(code))) return unknown(status, code);
  return failed(code, meaningOfRefusal(reasons, code, message));
}

/** The answer to a question about an operation. */
export function readStatus(response: OutgoingResponse, question: Question): TransferQueryOutcome {
  const { status } = response;
  const answer = readJsonObject(response.body);
  const { code } = errorOf(answer);
  if (status === 404 && unknownIdCodes.has(code)) {
    return question.ageMs < VISIBLE_AFTER_MS
      ? { kind: "unknown", reason: "not_visible_yet" }
      : { kind: "not_found" };
  }
  if (status !== 200) return unknown(status, code);
  const amount = readWireAmount(question.environment, question.currency, answer);
  switch (answer.status) {
    case "SUCCESSFUL": {
      if (amount === null) return { kind: "unknown", reason: "no_readable_amount" };
      const { financialTransactionId: number } = answer;
      // The number is optional in MTN's description; our id is on record there too.
      return {
        kind: "succeeded",
        transactionId: typeof number === "string" && number !== "" ? number : question.ownId,
        amount,
      };
    }
    case "FAILED": {
      const reason = reasonOf(answer.reason);
      return failed(reason.code || "FAILED", meaningOf(question.reasons, reason.code, reason.message));
    }
    case "PENDING":
    case "CREATED":
      return { kind: "pending" };
    default:
      return unknown(status, "");
  }
}

/** Our key or our address was refused: nothing was sent that could have taken money. */
export function accessRefused(status: number, code: string): TransferOutcome & { readonly kind: "failed" } {
  const providerCode = code === "" ? `HTTP_${status}` : code;
  return { kind: "failed", failureCode: "PROVIDER_UNAVAILABLE", providerCode, alarm: true };
}

/** An answer that says nothing about the operation. Operators are told when our settings are the cause. */
function unknown(status: number, code: string): TransferQueryOutcome & { readonly kind: "unknown" } {
  const reason = code === "" ? `http_${status}` : `http_${status} ${code}`;
  const isOurs = status === 401 || status === 403 || configurationCodes.has(code);
  return { kind: "unknown", reason, ...(isOurs ? { alarm: true } : {}) };
}

function failed(providerCode: string, meaning: Meaning): TransferOutcome {
  return { kind: "failed", providerCode, ...meaning };
}

/** The code and the message of an error's body; empty where they are missing. */
export function errorOf(answer: Readonly<Record<string, unknown>>) {
  return { code: textOf(answer.code), message: textOf(answer.message) };
}

/** A reason is an object in MTN's description, and plain text in its sandbox and callbacks. */
function reasonOf(reason: unknown) {
  return typeof reason === "string" ? { code: reason, message: "" } : errorOf(fieldsOf(reason));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
