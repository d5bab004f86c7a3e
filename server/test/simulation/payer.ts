import { expect } from "vitest";
import type { Egress } from "../../src/http-out/index.ts";
import { HttpOutError, type OutgoingRequest } from "../../src/kit/http-out.ts";
import { parsePublicId } from "../../src/kit/ids.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { providerReference } from "../../src/modules/payments/index.ts";
import { type BookLine, readBook } from "../../src/providers/simulator/index.ts";
import type { Answer, TestApp } from "../harness/app.ts";
import { createFaultyHttp, type FaultyHttp } from "../harness/faulty-http.ts";

/** A request of the service to the provider: `reference` is ours, from the path or from the body. */
export interface ProviderCall {
  readonly kind: "start" | "query" | "cancel" | "refund" | "refund_query" | "callback";
  readonly reference: string;
  readonly atMs: number;
}

export interface Wire {
  readonly wrap: (egress: Egress) => Egress;
  readonly faults: FaultyHttp;
  /** Every outgoing request, faulty or not, oldest first. */
  readonly asked: readonly ProviderCall[];
  /** While true the provider cannot be reached to cancel anything. */
  keepsAll: boolean;
  /** Where the times come from: set once the application is up. */
  clock: { nowMs(): number };
}

/** A provider that never answers costs this much real time. */
const PATIENCE_MS = 400;

/**
 * The egress to the provider, recorded, with faults on demand. Calls time out early, so that silence costs a test
 * little.
 */
export function createWire(seed = 1): Wire {
  const asked: ProviderCall[] = [];
  let inner: Egress["trusted"] | null = null;
  const faults = createFaultyHttp({
    random: createSeededRandom(seed),
    inner: async (request) => {
      if (inner === null) throw new Error("the wire is not connected");
      return await inner({ ...request, timeoutMs: Math.min(request.timeoutMs, PATIENCE_MS) });
    },
  });
  const wire: Wire = {
    faults,
    asked,
    keepsAll: false,
    clock: { nowMs: () => 0 },
    wrap: (egress) => {
      inner = egress.trusted;
      return {
        ...egress,
        trusted: async (request) => {
          const call = { ...readAsked(request), atMs: wire.clock.nowMs() };
          asked.push(call);
          if (wire.keepsAll && call.kind === "cancel")
            throw new HttpOutError("refused", "injected: not connected", false);
          return await faults.http(request);
        },
      };
    },
  };
  return wire;
}

function readAsked({ method, url, body }: OutgoingRequest): Pick<ProviderCall, "kind" | "reference"> {
  const { pathname } = new URL(url);
  const sent = typeof body === "string" ? (JSON.parse(body) as { readonly reference?: string }) : {};
  const cancelled = /\/payments\/([^/]+)\/cancel$/.exec(pathname)?.[1];
  if (cancelled !== undefined) return { kind: "cancel", reference: cancelled };
  const reference = sent.reference ?? pathname.split("/").at(-1) ?? "";
  if (pathname.startsWith("/provider-callbacks/")) return { kind: "callback", reference };
  const isRefund = pathname.includes("/refunds");
  if (method === "POST") return { kind: isRefund ? "refund" : "start", reference };
  return { kind: isRefund ? "refund_query" : "query", reference };
}

/** The last three digits are the simulator's magic number; the digits before distinguish payers. */
export const mtn = (suffix: string, payer = 0) => ({
  paymentMethod: "MOBILE_MONEY",
  paymentDetails: {
    phone: `+22505${String(payer).padStart(5, "0")}${suffix}`,
    operator: "MTN",
    countryCode: "CI",
  },
});

/** A merchant and its payers, in a short form for tests. */
export function createPayer(test: TestApp) {
  const chargeUuid = (chargeId: string) => {
    const id = parsePublicId("charge", chargeId);
    if (id === null) throw new Error(`${chargeId} is no charge`);
    return id;
  };
  const get = async (path: string) => (await test.request("GET", path)).body.data;

  return {
    newSession: async (body: Readonly<Record<string, unknown>> = {}) => {
      const answer = await test.request("POST", "/checkout/sessions", {
        body: { amount: "5000", currency: "XOF", title: "Commande", ...body },
      });
      expect(answer.status).toBe(201);
      return answer.body.data;
    },
    complete: (id: string, body: unknown): Promise<Answer> =>
      test.request("POST", `/checkout/pay/${id}/complete`, { apiKey: null, body }),
    status: async (id: string) =>
      (await test.request("GET", `/checkout/pay/${id}/status`, { apiKey: null })).body.data,
    session: (id: string) => get(`/checkout/sessions/${id}`),
    attempts: (id: string) => get(`/checkout/sessions/${id}/attempts`),
    intent: (id: string) => get(`/payments/payment-intents/${id}`),
    /** The XOF wallet, in whole francs. */
    wallet: async () => {
      const wallets: readonly Record<string, string>[] = await get("/payments/wallets");
      const wallet = wallets.find(({ currency }) => currency === "XOF") ?? {};
      const of = (account: string) => Number(wallet[account]);
      return { available: of("available"), held: of("held"), balance: of("balance") };
    },
    referenceOf: (chargeId: string) => providerReference(test.merchantNo, chargeUuid(chargeId)),
    /** The provider's book, all of it. */
    book: async (): Promise<readonly BookLine[]> => {
      const accounts = await test.owner.query<{ id: string }>({ text: "select id from simulator.accounts" });
      return (await Promise.all(accounts.map(({ id }) => readBook(test.owner, id)))).flat();
    },
    /** What the provider took for this charge, in francs: one number per time. */
    taken: async (chargeId: string): Promise<readonly number[]> => {
      const reference = providerReference(test.merchantNo, chargeUuid(chargeId));
      const rows = await test.owner.query<{ amount: bigint }>({
        text: "select amount from simulator.book where kind = 'PAYMENT' and reference = $1",
        values: [reference],
      });
      return rows.map(({ amount }) => Number(amount));
    },
    /** What the provider refunded, for all charges. */
    refunded: async (): Promise<number> =>
      (
        await test.owner.query<{ amount: bigint }>({
          text: "select amount from simulator.book where kind = 'REFUND'",
        })
      ).reduce((sum, { amount }) => sum + Number(amount), 0),
    /** Types of the intent's events in their order; their numbers have no gap. */
    events: async (intentId: string): Promise<readonly string[]> => {
      const rows = await test.owner.query<{ type: string; sequence: number }>({
        text: "select type, sequence from events where merchant_no = $1 and subject_id = $2 order by sequence",
        values: [test.merchantNo, parsePublicId("paymentIntent", intentId)],
      });
      expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_row, index) => index + 1));
      return rows.map(({ type }) => type);
    },
    /** One stored column of the charge. */
    stored: async <T>(chargeId: string, column: string): Promise<T | null> => {
      const [row] = await test.owner.query<{ value: T }>({
        text: `select ${column} as value from charges where merchant_no = $1 and id = $2`,
        values: [test.merchantNo, chargeUuid(chargeId)],
      });
      return row?.value ?? null;
    },
  };
}
