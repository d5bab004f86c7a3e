import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { type InnerList, isInnerList, parseDictionary } from "structured-headers";
import type { Clock } from "../../../kit/clock.ts";
import { readJsonObject } from "../../../kit/json-object.ts";
import { decimalText, parseDecimal } from "../../../kit/money.ts";
import { type Book, createBook, type Entry, type EntryKind, type Plan } from "../../../stand-ins/book.ts";
import { createFaults } from "../../../stand-ins/faults.ts";
import { serveHttp } from "../../../stand-ins/http.ts";
import type { StandInAnswer, StandInRequest } from "../../../stand-ins/stand-in.ts";
import { type SignedRequest, signatureBase } from "../../http-signatures.ts";

/** A merchant of the provider: its token, and its callback address. */
export interface PawaMerchant {
  readonly apiToken: string;
  readonly callbackUrl: string;
}

export interface PawaServer {
  readonly url: string;
  readonly book: Book;
  /** How often the public keys were requested. */
  keysAsked(): number;
  /** Signs with a new key from now on; the old one is no longer published. */
  rotateKey(): void;
  /** Sends the callbacks of everything that has ended. */
  report(): Promise<void>;
  close(): Promise<void>;
}

const COMPONENTS = '"@method" "@authority" "@path" "signature-date" "content-digest" "content-type"';
const LIFE_SECONDS = 60;
const SETTLE_AFTER_MS = 2_000;
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const plans: Readonly<Record<string, Plan>> = {
  "129": { end: "NEVER", reports: 0 },
  "179": { end: "SUCCESS", reports: 2 },
  "269": { end: "SUCCESS", reports: 1, isFirst: true },
  "299": { end: "SUCCESS", reports: 1, isSilent: true },
  "019": fails("PAYER_LIMIT_REACHED"),
  "029": fails("PAYER_NOT_FOUND"),
  "039": fails("PAYMENT_NOT_APPROVED"),
  "049": fails("INSUFFICIENT_BALANCE"),
  "059": fails("PAYMENT_IN_PROGRESS"),
  "069": fails("UNSPECIFIED_FAILURE"),
  "089": fails("RECIPIENT_NOT_FOUND"),
};
/** Refused at once, with status 200. */
const rejections: Readonly<Record<string, string>> = {
  "079": "AMOUNT_OUT_OF_BOUNDS",
  "099": "INVALID_AMOUNT",
  "109": "INVALID_CURRENCY",
  "169": "PROVIDER_TEMPORARILY_UNAVAILABLE",
};
const otherwise: Plan = { end: "SUCCESS", reports: 1 };
function fails(code: string): Plan {
  return { end: { code }, reports: 1 };
}

const kinds = {
  deposits: { kind: "PAYMENT", id: "depositId" },
  refunds: { kind: "REFUND", id: "refundId" },
  payouts: { kind: "PAYOUT", id: "payoutId" },
} as const;

/**
 * A provider with pawaPay's kind of interface: the caller's UUID v4, a fixed token, refusals with status 200, a
 * repeated id that is ignored, and callbacks signed by RFC 9421 with a published key.
 */
export async function openPawaServer(deps: {
  readonly clock: Clock;
  readonly merchants: readonly PawaMerchant[];
}): Promise<PawaServer> {
  const { clock, merchants } = deps;
  const book = createBook({ clock, settleAfterMs: SETTLE_AFTER_MS, faults: createFaults() });
  const callbackUrls = new Map(merchants.map(({ apiToken, callbackUrl }) => [apiToken, callbackUrl]));
  let keyNumber = 1;
  let keys = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  let keysAsked = 0;

  const start = async (
    name: keyof typeof kinds,
    holder: string,
    request: StandInRequest,
  ): Promise<StandInAnswer | null> => {
    const { kind, id: idName } = kinds[name];
    const body = readJsonObject(request.body);
    const id = String(body[idName] ?? "");
    const amount = parseDecimal(body.amount, body.currency);
    if (!uuidV4.test(id) || amount === null) {
      return { status: 400, json: { failureReason: { failureCode: "INVALID_INPUT", failureMessage: "" } } };
    }
    const answer = (status: string, failureCode?: string): StandInAnswer => ({
      status: 200,
      json: {
        [idName]: id,
        status,
        ...(failureCode === undefined ? {} : { failureReason: { failureCode } }),
      },
    });
    if (book.find(kind, holder, id) !== null) return answer("DUPLICATE_IGNORED");
    const payment = kind === "REFUND" ? book.find("PAYMENT", holder, String(body.depositId)) : null;
    if (kind === "REFUND") {
      if (payment === null) return answer("REJECTED", "NOT_FOUND");
      if (payment.status !== "SUCCEEDED") return answer("REJECTED", "INVALID_STATE");
      const left = payment.amount.minor - book.refunded(holder, payment.id);
      if (amount.minor > left) return answer("REJECTED", "AMOUNT_TOO_LARGE");
    }
    const suffix = phoneOf(body.payer ?? body.recipient).slice(-3);
    const rejection = rejections[suffix];
    if (rejection !== undefined) return answer("REJECTED", rejection);
    const plan = plans[suffix] ?? otherwise;
    book.add({
      kind,
      holder,
      id,
      reference: typeof body.clientReferenceId === "string" ? body.clientReferenceId : null,
      amount,
      paymentId: payment?.id ?? null,
      callbackUrl: callbackUrls.get(holder) ?? null,
      plan,
    });
    if (plan.isFirst === true) await report();
    return plan.isSilent === true ? null : answer("ACCEPTED");
  };

  let reports = 0;
  const report = async (): Promise<void> => {
    for (const entry of book.settle()) {
      for (let count = 0; count < entry.plan.reports && entry.callbackUrl !== null; count += 1) {
        reports += 1;
        const body = JSON.stringify(dataOf(entry));
        const headers = signedHeaders({
          url: entry.callbackUrl,
          body,
          key: keys.privateKey,
          keyId: `HTTP_EC_P256_KEY:${keyNumber}`,
          nowMs: clock.nowMs(),
          // The provider's own example uses DER, the RFC the other encoding.
          encoding: reports % 2 === 0 ? "der" : "ieee-p1363",
        });
        await fetch(entry.callbackUrl, { method: "POST", headers, body });
      }
    }
  };

  const handle = async (request: StandInRequest): Promise<StandInAnswer | null> => {
    const { method, path } = request;
    if (path === "/v2/public-key/http") {
      keysAsked += 1;
      const key = keys.publicKey.export({ type: "spki", format: "pem" });
      return { status: 200, json: [{ id: `HTTP_EC_P256_KEY:${keyNumber}`, key }] };
    }
    const bearer = (request.headers.authorization ?? "").replace(/^Bearer /, "");
    if (!callbackUrls.has(bearer)) {
      return {
        status: 401,
        json: { failureReason: { failureCode: "NO_AUTHENTICATION", failureMessage: "" } },
      };
    }
    const [, name = "", id] = /^\/v2\/(deposits|refunds|payouts)(?:\/([^/]+))?$/.exec(path) ?? [];
    if (name !== "deposits" && name !== "refunds" && name !== "payouts") return { status: 404 };
    if (method === "POST" && id === undefined) return start(name, bearer, request);
    if (method !== "GET" || id === undefined) return { status: 405 };
    const entry = book.find(kinds[name].kind, bearer, id);
    const json = entry === null ? { status: "NOT_FOUND" } : { status: "FOUND", data: dataOf(entry) };
    return { status: 200, json };
  };

  const { url, close } = await serveHttp(0, async (request) => (await handle(request)) ?? "SILENCE");
  return {
    url,
    book,
    keysAsked: () => keysAsked,
    rotateKey: () => {
      keyNumber += 1;
      keys = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
    },
    report,
    close,
  };
}

/** The headers of a signed callback, as in the provider's documentation. */
export function signedHeaders(report: {
  readonly url: string;
  readonly body: string;
  readonly key: KeyObject | string;
  readonly keyId: string;
  readonly nowMs: number;
  readonly encoding: "der" | "ieee-p1363";
}): Record<string, string> {
  const { url, body, key, keyId, nowMs, encoding } = report;
  const created = Math.floor(nowMs / 1_000);
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "signature-date": new Date(nowMs).toISOString(),
    "content-digest": `sha-512=:${createHash("sha512").update(body).digest("base64")}:`,
  };
  const { host, pathname } = new URL(url);
  const request: SignedRequest = { method: "POST", authority: host, path: pathname, query: "", headers };
  const input = `(${COMPONENTS});alg="ecdsa-p256-sha256";keyid="${keyId}";created=${created};expires=${created + LIFE_SECONDS}`;
  const base = signatureBase(request, listOf(input)) ?? "";
  const privateKey = typeof key === "string" ? createPrivateKey(key) : key;
  const signature = sign("sha256", Buffer.from(base), { key: privateKey, dsaEncoding: encoding });
  headers["signature-input"] = `sig-pp=${input}`;
  headers.signature = `sig-pp=:${signature.toString("base64")}:`;
  return headers;
}

function listOf(input: string): InnerList {
  const list = parseDictionary(`sig-pp=${input}`).get("sig-pp");
  if (list === undefined || !isInnerList(list)) throw new Error("the signature has no components");
  return list;
}

const idNameOf: Readonly<Record<EntryKind, string>> = {
  PAYMENT: "depositId",
  REFUND: "refundId",
  PAYOUT: "payoutId",
};

function dataOf({ kind, id, amount, status, plan, transactionId, createdAtMs }: Entry) {
  const common = {
    [idNameOf[kind]]: id,
    amount: decimalText(amount),
    currency: amount.currency,
    created: new Date(createdAtMs).toISOString(),
  };
  if (status === "SUCCEEDED") return { ...common, status: "COMPLETED", providerTransactionId: transactionId };
  if (status === "PENDING") return { ...common, status: "PROCESSING" };
  const failureCode = typeof plan.end === "object" ? plan.end.code : "UNKNOWN_ERROR";
  return { ...common, status: "FAILED", failureReason: { failureCode, failureMessage: "" } };
}

function phoneOf(party: unknown): string {
  if (typeof party !== "object" || party === null || !("accountDetails" in party)) return "";
  const { accountDetails } = party;
  if (typeof accountDetails !== "object" || accountDetails === null) return "";
  return "phoneNumber" in accountDetails ? String(accountDetails.phoneNumber) : "";
}
