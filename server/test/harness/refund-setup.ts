import { expect } from "vitest";
import { createPayer, createWire, mtn } from "../simulation/payer.ts";
import { type Answer, startTestApp, type TestApp } from "./app.ts";
import { expectInvariants } from "./invariants.ts";

const MINUTE_MS = 60_000;

/** A merchant who takes payments and refunds them, over a connection that a test can cut. */
export interface RefundSetup {
  readonly test: TestApp;
  readonly wire: ReturnType<typeof createWire>;
  readonly payer: ReturnType<typeof createPayer>;
  /** A header with a new idempotency key. */
  key(): Record<string, string>;
  /** A paid session: the ids of its payment. */
  paid(amount?: string): Promise<{ chargeId: string; intentId: string; sessionId: string }>;
  /** Until refunds are done: time for cancelling, execution, and another query after a slow answer. */
  settle(minutes?: number): Promise<void>;
  refund(chargeId: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The same for a refund that must be accepted. */
  accepted(chargeId: string, body?: unknown): Promise<Answer["body"]>;
  cancel(id: string): Promise<Answer>;
  read(path: string): Promise<Answer["body"]>;
  readRefund(id: string): Promise<Answer["body"]>;
  readCharge(id: string): Promise<Answer["body"]>;
  /** The XOF wallet in whole francs. */
  wallet(): Promise<{ available: number; reserved: number; held: number; balance: number }>;
  /** Call it after each test: restores the connection and checks the books. */
  calm(): Promise<void>;
}

export const codeOf = ({ status, body }: Answer): string =>
  status < 400
    ? `${status}`
    : `${status} ${body.error.code}${body.error.details.reason ? ` ${body.error.details.reason}` : ""}`;

export async function openRefundSetup(): Promise<RefundSetup> {
  const wire = createWire();
  const test = await startTestApp({ egress: wire.wrap });
  const payer = createPayer(test);
  let unique = 0;
  const key: RefundSetup["key"] = () => {
    unique += 1;
    return { "idempotency-key": `refund ${unique}` };
  };
  const refund: RefundSetup["refund"] = (chargeId, body = {}, headers = key()) =>
    test.request("POST", `/payments/charges/${chargeId}/refunds`, { body, headers });
  const read: RefundSetup["read"] = async (path) => (await test.request("GET", path)).body.data;

  return {
    test,
    wire,
    payer,
    key,
    refund,
    read,
    paid: async (amount = "5000") => {
      const session = await payer.newSession({ amount });
      const { data } = (await payer.complete(session.id, mtn("789"))).body;
      await test.advance(3_000);
      expect((await payer.status(session.id)).status).toBe("SUCCEEDED");
      return { chargeId: data.chargeId, intentId: data.paymentIntentId, sessionId: session.id };
    },
    settle: (minutes = 1) => test.advance(minutes * MINUTE_MS, 5_000),
    accepted: async (chargeId, body = {}) => {
      const answer = await refund(chargeId, body);
      expect([answer.status, answer.body.error]).toEqual([201, null]);
      return answer.body.data;
    },
    cancel: (id) => test.request("POST", `/payments/refunds/${id}/cancel`),
    readRefund: (id) => read(`/payments/refunds/${id}`),
    readCharge: (id) => read(`/payments/charges/${id}`),
    wallet: async () => {
      const wallets: readonly Record<string, string>[] = await read("/payments/wallets");
      const xof = wallets.find(({ currency }) => currency === "XOF") ?? {};
      const of = (account: string) => Number(xof[account]);
      return {
        available: of("available"),
        reserved: of("reserved"),
        held: of("held"),
        balance: of("balance"),
      };
    },
    calm: async () => {
      wire.faults.calm();
      await expectInvariants(test.owner);
    },
  };
}
