import { randomUUID } from "node:crypto";
import type { Clock } from "../../../kit/clock.ts";
import { readJsonObject } from "../../../kit/json-object.ts";
import { decimalText, parseDecimal } from "../../../kit/money.ts";
import { type Book, createBook, type Entry, type EntryKind, type Plan } from "../../../stand-ins/book.ts";
import { createFaults } from "../../../stand-ins/faults.ts";
import { serveHttp } from "../../../stand-ins/http.ts";
import type { StandInAnswer, StandInRequest } from "../../../stand-ins/stand-in.ts";

/** A user of the interface: its permissions and its key. */
export interface MtnUser {
  readonly apiUser: string;
  readonly apiKey: string;
  readonly subscriptionKey: string;
}

export interface MtnServer {
  readonly url: string;
  readonly book: Book;
  /** Number of tokens issued. */
  tokens(): number;
  /** Forgets every token before its expiry. */
  revokeTokens(): void;
  /** Sends the callbacks of everything that has ended. */
  report(): Promise<void>;
  close(): Promise<void>;
}

const TOKEN_SECONDS = 3_600;
const SETTLE_AFTER_MS = 2_000;
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What a number does, by its last three digits. */
const plans: Readonly<Record<string, Plan>> = {
  "129": { end: "NEVER", reports: 0 },
  "179": { end: "SUCCESS", reports: 2 },
  "269": { end: "SUCCESS", reports: 1, isFirst: true },
  "299": { end: "SUCCESS", reports: 1, isSilent: true },
  "019": fails("PAYER_LIMIT_REACHED"),
  "029": fails("PAYER_NOT_FOUND"),
  "039": fails("COULD_NOT_PERFORM_TRANSACTION"),
  "049": fails("NOT_ENOUGH_FUNDS"),
  "069": fails("INTERNAL_PROCESSING_ERROR"),
  "089": fails("PAYEE_NOT_FOUND"),
  "119": fails("APPROVAL_REJECTED"),
  "149": fails("NOT_ALLOWED"),
  "169": fails("SERVICE_UNAVAILABLE"),
};
const otherwise: Plan = { end: "SUCCESS", reports: 1 };
function fails(code: string): Plan {
  return { end: { code }, reports: 1 };
}

const kinds: Readonly<Record<string, EntryKind>> = {
  "/collection/v1_0/requesttopay": "PAYMENT",
  "/disbursement/v1_0/refund": "REFUND",
  "/disbursement/v1_0/transfer": "PAYOUT",
};

/**
 * A provider with MTN's kind of interface: the caller's UUID v4, tokens of an hour by Basic auth, 202 without a body,
 * 409 for an existing id, unsigned callbacks that do not say what they are about. Unlike MTN's, its refunds are whole
 * and name the payment by the provider's own number, so that a test needs the handle.
 */
export async function openMtnServer(deps: {
  readonly clock: Clock;
  readonly users: readonly MtnUser[];
}): Promise<MtnServer> {
  const { clock, users } = deps;
  const book = createBook({ clock, settleAfterMs: SETTLE_AFTER_MS, faults: createFaults() });
  const tokens = new Map<string, { user: MtnUser; product: string; expiresAtMs: number }>();
  let given = 0;

  const giveToken = (product: string, { headers }: StandInRequest): StandInAnswer => {
    const user = users.find(({ apiUser, apiKey, subscriptionKey }) => {
      const basic = `Basic ${Buffer.from(`${apiUser}:${apiKey}`).toString("base64")}`;
      return headers.authorization === basic && headers["ocp-apim-subscription-key"] === subscriptionKey;
    });
    if (user === undefined) return refusal(401, "INVALID_CREDENTIALS");
    given += 1;
    const token = randomUUID();
    tokens.set(token, { user, product, expiresAtMs: clock.nowMs() + TOKEN_SECONDS * 1_000 });
    return {
      status: 200,
      json: { access_token: token, token_type: "access_token", expires_in: TOKEN_SECONDS },
    };
  };

  const holderOf = ({ path, headers }: StandInRequest): string | null => {
    const known = tokens.get((headers.authorization ?? "").replace(/^Bearer /, ""));
    if (known === undefined || clock.nowMs() >= known.expiresAtMs) return null;
    if (!path.startsWith(`/${known.product}/`)) return null;
    return headers["ocp-apim-subscription-key"] === known.user.subscriptionKey ? known.user.apiUser : null;
  };

  const start = async (
    kind: EntryKind,
    holder: string,
    request: StandInRequest,
  ): Promise<StandInAnswer | null> => {
    const { headers } = request;
    const id = String(headers["x-reference-id"] ?? "");
    if (!uuidV4.test(id)) return refusal(400, "VALIDATION_ERROR");
    if (headers["x-target-environment"] === undefined) return refusal(400, "VALIDATION_ERROR");
    const body = readJsonObject(request.body);
    const amount = parseDecimal(body.amount, body.currency);
    if (amount === null || amount.minor === 0n) return refusal(400, "VALIDATION_ERROR");
    // A configuration error, although its status is a 5xx.
    if (amount.currency === "GNF") return refusal(500, "INVALID_CURRENCY");
    const payment = kind === "REFUND" ? paymentOf(holder, body.referenceIdToRefund) : null;
    if (kind === "REFUND" && book.find(kind, holder, id) === null) {
      if (payment === null) return refusal(404, "RESOURCE_NOT_FOUND");
      const isWhole = amount.minor === payment.amount.minor && amount.currency === payment.amount.currency;
      if (!isWhole || book.refunded(holder, payment.id) > 0n) return refusal(400, "NOT_ALLOWED");
    }
    const party = readParty(body.payer ?? body.payee);
    const plan = plans[party.slice(-3)] ?? otherwise;
    const isNew = book.add({
      kind,
      holder,
      id,
      reference: typeof body.externalId === "string" ? body.externalId : null,
      amount,
      paymentId: payment?.id ?? null,
      callbackUrl: typeof headers["x-callback-url"] === "string" ? headers["x-callback-url"] : null,
      plan,
    });
    if (!isNew) return refusal(409, "RESOURCE_ALREADY_EXIST");
    if (plan.isFirst === true) await report();
    return plan.isSilent === true ? null : { status: 202 };
  };

  /** Successful payments, by the number in their status. */
  const succeeded = new Map<string, string>();
  const paymentOf = (holder: string, transactionId: unknown): Entry | null => {
    const id = typeof transactionId === "string" ? succeeded.get(transactionId) : undefined;
    return id === undefined ? null : book.find("PAYMENT", holder, id);
  };

  const report = async (): Promise<void> => {
    for (const entry of book.settle()) {
      for (let count = 0; count < entry.plan.reports && entry.callbackUrl !== null; count += 1) {
        // Both occur: callbacks about a payment by PUT, all others by POST.
        await fetch(entry.callbackUrl, {
          method: entry.kind === "PAYMENT" ? "PUT" : "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(statusOf(entry)),
        });
      }
    }
  };

  const handle = async (request: StandInRequest): Promise<StandInAnswer | null> => {
    const { method, path } = request;
    const product = /^\/(collection|disbursement)\/token\/$/.exec(path)?.[1];
    if (product !== undefined && method === "POST") return giveToken(product, request);
    const holder = holderOf(request);
    if (holder === null) return refusal(401, "INVALID_TOKEN");
    const starts = kinds[path];
    if (starts !== undefined && method === "POST") return start(starts, holder, request);
    const [, base = "", id = ""] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
    const asked = kinds[base];
    if (asked === undefined || method !== "GET") return refusal(404, "RESOURCE_NOT_FOUND");
    const entry = book.find(asked, holder, id);
    if (entry === null) return refusal(404, "RESOURCE_NOT_FOUND");
    if (entry.status === "SUCCEEDED") succeeded.set(entry.transactionId, entry.id);
    return { status: 200, json: statusOf(entry) };
  };

  const { url, close } = await serveHttp(0, async (request) => (await handle(request)) ?? "SILENCE");
  return {
    url,
    book,
    tokens: () => given,
    revokeTokens: () => tokens.clear(),
    report,
    close,
  };
}

function statusOf({ amount, reference, status, plan, transactionId }: Entry) {
  const common = { amount: decimalText(amount), currency: amount.currency, externalId: reference };
  if (status === "SUCCEEDED")
    return { ...common, status: "SUCCESSFUL", financialTransactionId: transactionId };
  if (status === "PENDING") return { ...common, status: "PENDING" };
  const code = typeof plan.end === "object" ? plan.end.code : "";
  // A text in the sandbox, an object in the specification: both occur.
  const reason = code.length % 2 === 0 ? code : { code, message: "as the number asked for" };
  return { ...common, status: "FAILED", reason };
}

function readParty(party: unknown): string {
  const id = typeof party === "object" && party !== null && "partyId" in party ? party.partyId : "";
  return typeof id === "string" ? id : "";
}

function refusal(status: number, code: string): StandInAnswer {
  return { status, json: { code, message: "refused" } };
}
