import { fieldsOf } from "../../kit/json-object.ts";
import { type Money, parseDecimal } from "../../kit/money.ts";
import type { ProviderCall } from "../provider.ts";
import { type SonatelAnswer, type SonatelApi, unknownAfter } from "./api.ts";
import { type Failure, readStatus } from "./status-map.ts";

/** A transaction in Orange's book, as its search lists it. */
export interface Transaction {
  readonly id: string;
  readonly state: "succeeded" | "pending" | Failure;
  readonly amount: Money;
  /** The nine digits of the other side; null where it is not a number. */
  readonly customer: string | null;
}

type Unclear = ReturnType<typeof unknownAfter>;

/** The transaction with our reference, or with an id of Orange's; null when its book has none. */
export async function findTransaction(
  api: SonatelApi,
  call: ProviderCall,
  by: { readonly reference: string } | { readonly transactionId: string },
): Promise<Transaction | null | Unclear> {
  const query = new URLSearchParams({ ...by, size: "20" }).toString();
  const answer = await api.ask(call, { method: "GET", path: `/api/eWallet/v1/transactions?${query}` });
  if (answer.kind !== "done") return unknownAfter(answer);
  if (!Array.isArray(answer.value)) return { kind: "unknown", reason: "unreadable" };
  const [name = "", value = ""] = Object.entries(by)[0] ?? [];
  const own = answer.value.map(fieldsOf).filter((fields) => fields[name] === value);
  const read = own.map(readTransaction);
  if (read.includes(null)) return { kind: "unknown", reason: "unreadable" };
  // A payer may have failed once on a code and then paid.
  return read.filter((one) => one !== null).toSorted((one, other) => rankOf(one) - rankOf(other))[0] ?? null;
}

function rankOf({ state }: Transaction): number {
  if (state === "succeeded") return 0;
  return state === "pending" ? 1 : 2;
}

function readTransaction(fields: Readonly<Record<string, unknown>>): Transaction | null {
  const { transactionId: id, status } = fields;
  const { value, unit } = fieldsOf(fields.amount);
  // Amounts come as numbers, `10` or `10.0`, and as text.
  const amount = parseDecimal(typeof value === "number" ? String(value) : value, unit);
  const state = readStatus(status);
  if (typeof id !== "string" || amount === null || state === "unreadable") return null;
  const customer = fieldsOf(fields.customer);
  const isNumber =
    customer.idType === "MSISDN" && typeof customer.id === "string" && /^\d{9}$/.test(customer.id);
  return { id, state, amount, customer: isNumber ? String(customer.id) : null };
}

/** The state of a transaction that Orange has named to us. */
export async function readState(
  api: SonatelApi,
  call: ProviderCall,
  transactionId: string,
): Promise<Transaction["state"] | Unclear> {
  const path = `/api/eWallet/v1/transactions/${encodeURIComponent(transactionId)}/status`;
  const answer = await api.ask(call, { method: "GET", path });
  if (answer.kind !== "done") return unknownAfter(answer);
  const state = readStatus(fieldsOf(answer.value).status);
  return state === "unreadable" ? { kind: "unknown", reason: "unreadable" } : state;
}

/** What a request that moves money answered: the id of its transaction, or a failure. */
export function readAccepted(
  answer: Extract<SonatelAnswer, { readonly kind: "done" }>,
): { readonly transactionId: string; readonly state: Transaction["state"] } | null {
  const { transactionId, status } = fieldsOf(answer.value);
  const state = readStatus(status);
  return typeof transactionId === "string" && state !== "unreadable" ? { transactionId, state } : null;
}
