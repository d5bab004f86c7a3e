import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Egress } from "../../src/http-out/index.ts";
import { HttpOutError, type OutgoingRequest } from "../../src/kit/http-out.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/**
 * A slow provider must not cost the payer time: the payer learns the outcome as soon as it is known, and that the
 * payment is in progress while it is not.
 */

/** The start call hangs: before it reaches the provider, or with its answer on the way back. */
type Hangs = "before" | "after";

function createSlowEgress() {
  let hangs: Hangs | null = null;
  let deafToCallbacks = false;
  let release = (): void => {};
  let hung = Promise.resolve();
  const calls: string[] = [];
  const isStart = ({ method, url }: OutgoingRequest) =>
    method === "POST" && new URL(url).pathname === "/simulator/v1/payments";
  return {
    calls,
    hang: (where: Hangs, options: { readonly callbacks: boolean }): void => {
      hangs = where;
      deafToCallbacks = !options.callbacks;
      hung = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: (): void => {
      hangs = null;
      deafToCallbacks = false;
      release();
    },
    wrap: (egress: Egress): Egress => ({
      ...egress,
      trusted: async (request) => {
        const { pathname } = new URL(request.url);
        if (deafToCallbacks && pathname.startsWith("/provider-callbacks/"))
          throw new HttpOutError("refused", "held back");
        if (!isStart(request)) return egress.trusted(request);
        calls.push(pathname);
        const where = hangs;
        if (where === "before") await hung;
        const answer = await egress.trusted(request);
        if (where === "after") await hung;
        return answer;
      },
    }),
  };
}

const slow = createSlowEgress();
let test: TestApp;
let payer: ReturnType<typeof createPayer>;
beforeAll(async () => {
  test = await startTestApp({ isPatient: false, egress: slow.wrap });
  payer = createPayer(test);
});
afterEach(async () => {
  slow.release();
  await test.app.payments.settled();
  await expectInvariants(test.owner);
});
afterAll(() => test.stop());

/** The provider's calls that it has accepted. */
const taken = () => test.owner.query({ text: "select 1 from simulator.operations" });

/** Starts a payment whose answer hangs, advances the clock, and returns the payer's answer. */
async function payMeanwhile(body: unknown, seconds: number) {
  const session = await payer.newSession();
  const before = (await taken()).length;
  const answer = payer.complete(session.id, body);
  while ((await taken()).length === before) await new Promise((resolve) => setTimeout(resolve, 5));
  await test.advance(seconds * 1_000);
  return { session, answer: await answer };
}

describe("a completion whose provider hangs", () => {
  it("is answered PROCESSING while the call goes on, and what the call brings is recorded", async () => {
    slow.hang("before", { callbacks: true });
    const session = await payer.newSession();
    const answer = await payer.complete(session.id, mtn("789"));
    // The call is held until the test releases it: only the service's own timeout can have caused this answer.
    expect(answer.body.data).toMatchObject({ status: "PROCESSING", nextStep: "POLL", attemptNumber: 1 });
    slow.release();
    await test.app.payments.settled();
    const chargeId: string = answer.body.data.chargeId;
    expect(await payer.stored(chargeId, "status")).toBe("PROCESSING");
    await test.advance(3_000);
    expect(await payer.status(session.id)).toMatchObject({ status: "SUCCEEDED" });
    expect(await payer.taken(chargeId)).toEqual([5000]);
  });

  it("ends with the callback that overtakes the answer", async () => {
    slow.hang("after", { callbacks: true });
    const { session, answer } = await payMeanwhile(mtn("789"), 2);
    expect(answer.body.data).toMatchObject({ status: "SUCCEEDED", attemptNumber: 1 });
    slow.release();
    await test.app.payments.settled();
    expect(await payer.status(session.id)).toMatchObject({ status: "SUCCEEDED" });
  });

  it("ends with what the resolver finds out, when no callback comes", async () => {
    slow.hang("after", { callbacks: false });
    const { answer } = await payMeanwhile(mtn("789"), 3);
    expect(answer.body.data).toMatchObject({ status: "SUCCEEDED" });
  });

  it("ends with the refusal that a callback tells of, as PAYMENT_FAILED", async () => {
    slow.hang("after", { callbacks: true });
    const { status, body } = (await payMeanwhile(mtn("049"), 2)).answer;
    expect([status, body.error.code]).toEqual([409, "PAYMENT_FAILED"]);
    expect(body.error.details.failureCode).toBe("INSUFFICIENT_FUNDS");
  });

  it("starts nothing a second time and fails nothing while the first start may still arrive", async () => {
    const before = slow.calls.length;
    slow.hang("before", { callbacks: true });
    const session = await payer.newSession();
    const answer = await payer.complete(session.id, mtn("789"));
    // Queried at 2 and 5 s, the provider does not know it.
    await test.advance(11_000);
    const chargeId: string = answer.body.data.chargeId;
    expect(await payer.stored(chargeId, "status")).toBe("PENDING");
    expect(await payer.stored(chargeId, "unknown_since")).toBeNull();
    expect(slow.calls).toHaveLength(before + 1);
    slow.release();
    await test.app.payments.settled();
    await test.advance(4_000);
    expect(await payer.taken(chargeId)).toEqual([5000]);
    expect(slow.calls).toHaveLength(before + 1);
  });
});

it("a payment of a merchant's server is answered PENDING in the same time", async () => {
  slow.hang("before", { callbacks: true });
  const answer = await test.request("POST", "/payments/charges", {
    headers: { "Idempotency-Key": "slow-1" },
    body: { amount: "5000", currency: "XOF", ...mtn("789") },
  });
  expect(answer.status).toBe(201);
  expect(answer.body.data).toMatchObject({ status: "PENDING" });
});

it("a service that stops records what its last calls bring", async () => {
  slow.hang("after", { callbacks: true });
  const session = await payer.newSession();
  const { chargeId } = (await payer.complete(session.id, mtn("129"))).body.data;
  const stopped = test.app.stop();
  slow.release();
  await stopped;
  expect(await payer.stored(chargeId, "status")).not.toBe("PENDING");
});
