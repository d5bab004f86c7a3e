import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSeededRandom } from "../../src/kit/random.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { testSeed } from "../harness/seed.ts";
import { createPayer, createWire, mtn } from "../simulation/payer.ts";

/** However many tabs, phones and double clicks pay one session at once: one attempt at a time, and money taken once. */
const seed = testSeed();
const random = createSeededRandom(seed);
const wire = createWire();
let test: TestApp;
let payer: ReturnType<typeof createPayer>;
beforeAll(async () => {
  console.info(`seed ${seed}`);
  test = await startTestApp({ seed, egress: wire.wrap, batchWriterCount: 2 });
  payer = createPayer(test);
});
afterAll(() => test.stop());
afterEach(() => expectInvariants(test.owner));

/** `CONCURRENCY_SESSIONS=1000` for a long run. */
const SESSIONS = Number(process.env.CONCURRENCY_SESSIONS ?? 8);
const PAYERS = 100;

/** A hundred ways to pay: different phones, four others, and a double click of every fifth. */
function manyBodies(suffixes: readonly string[]): readonly unknown[] {
  const others = [
    { paymentMethod: "CARD", paymentDetails: { cardToken: "tok_sim_success" } },
    { paymentMethod: "QR", paymentDetails: { countryCode: "CI", scheme: "EMVCO" } },
    { paymentMethod: "BANK_TRANSFER", paymentDetails: { countryCode: "CI", payerName: "Awa" } },
    { paymentMethod: "WALLET", paymentDetails: { walletId: test.payerWallets[0]?.walletId ?? "" } },
  ];
  const bodies: unknown[] = [];
  for (let index = 0; bodies.length < PAYERS; index += 1) {
    const suffix = suffixes[Math.floor(random.unit() * suffixes.length)] ?? "789";
    const body = random.unit() < 0.2 ? others[index % others.length] : mtn(suffix, index);
    bodies.push(body);
    if (index % 5 === 0) bodies.push(body);
  }
  return shuffled(bodies.slice(0, PAYERS));
}

function shuffled<T>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, at: random.unit() }))
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item);
}

/** All payers press the button at the same moment. */
async function payAtOnce(sessionId: string, bodies: readonly unknown[]) {
  const answers = await Promise.all(bodies.map((body) => payer.complete(sessionId, body)));
  return answers.map((answer, index) => ({ answer, body: bodies[index] }));
}

const isTaken = ({ status }: Answer): boolean => status === 200;

async function takenInAll(sessionId: string): Promise<number> {
  const attempts: readonly { readonly id: string }[] = await payer.attempts(sessionId);
  const taken = await Promise.all(attempts.map(({ id }) => payer.taken(id)));
  return taken.flat().length;
}

describe("a hundred completions of one session at once", () => {
  it("start one attempt: the same details get the same attempt, all others 409", async () => {
    for (let round = 0; round < SESSIONS; round += 1) {
      const session = await payer.newSession();
      const started = wire.asked.length;
      const answers = await payAtOnce(session.id, manyBodies(["789", "139", "179", "239", "369"]));

      const taken = answers.filter(({ answer }) => isTaken(answer));
      expect(taken.length).toBeGreaterThan(0);
      expect(new Set(taken.map(({ answer }) => answer.body.data.chargeId)).size).toBe(1);
      // One winner: any other accepted request was identical.
      expect(new Set(taken.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      for (const { answer, body } of answers) {
        if (isTaken(answer)) continue;
        expect(answer.status).toBe(409);
        expect(answer.body.error).toMatchObject({
          code: "CHECKOUT_SESSION_NOT_OPEN",
          details: { reason: "ATTEMPT_IN_PROGRESS", failureCode: "PAYMENT_IN_PROGRESS" },
        });
        expect(body).not.toEqual(taken[0]?.body);
      }
      expect(await payer.attempts(session.id)).toHaveLength(1);
      const starts = wire.asked.slice(started).filter(({ kind }) => kind === "start");
      expect(starts).toHaveLength(1);
    }
    await test.advance(6 * 60_000, 20_000);
  });

  it("take the money once, whether attempts are refused at once, fail, succeed at once or later", async () => {
    const sessions: string[] = [];
    for (let round = 0; round < SESSIONS; round += 1) {
      const session = await payer.newSession({ maxAttempts: 10 });
      sessions.push(session.id);
      const answers = await payAtOnce(session.id, manyBodies(["079", "279", "319", "049", "789"]));
      for (const { answer } of answers) {
        expect([200, 409]).toContain(answer.status);
        if (answer.status === 409) {
          expect([
            "CHECKOUT_SESSION_NOT_OPEN",
            "CHECKOUT_SESSION_ALREADY_COMPLETED",
            "PAYMENT_FAILED",
          ]).toContain(answer.body.error.code);
        }
      }
      const attempts: readonly { readonly attemptNumber: number }[] = await payer.attempts(session.id);
      expect(attempts.map(({ attemptNumber }) => attemptNumber)).toEqual(
        attempts.map((_one, index) => index + 1),
      );
    }
    await test.advance(60_000, 5_000);
    for (const id of sessions) {
      const paid = (await payer.status(id)).status === "SUCCEEDED";
      expect(await takenInAll(id)).toBe(paid ? 1 : 0);
    }
  });

  it("and a cancellation among them: either the payment or the cancellation holds, never both", async () => {
    for (let round = 0; round < SESSIONS; round += 1) {
      const session = await payer.newSession();
      const cancel = () => test.request("POST", `/checkout/sessions/${session.id}/cancel`, { body: {} });
      const [cancelled, answers] = await Promise.all([cancel(), payAtOnce(session.id, manyBodies(["789"]))]);
      const taken = answers.filter(({ answer }) => isTaken(answer));
      if (cancelled.status === 200) {
        expect(taken).toEqual([]);
        expect(await payer.attempts(session.id)).toEqual([]);
        expect((await payer.status(session.id)).status).toBe("CANCELLED");
      } else {
        expect(cancelled.body.error.code).toBe("CHECKOUT_SESSION_NOT_OPEN");
        expect(taken.length).toBeGreaterThan(0);
      }
    }
    await test.advance(10_000);
  });

  it("at the very moment its time is over: paid or expired, never both", async () => {
    for (const offsetMs of [-1, 0]) {
      const session = await payer.newSession({
        expiresAt: new Date(test.clock.nowMs() + 5 * 60_000).toISOString(),
      });
      test.clock.advance(5 * 60_000 + offsetMs);
      const sweep = test.app.loops.expiry?.runOnce();
      const [answers] = await Promise.all([payAtOnce(session.id, manyBodies(["789"]).slice(0, 20)), sweep]);
      const codes = new Set(answers.map(({ answer }) => answer.body.error?.code ?? "taken"));
      if (offsetMs < 0) expect(codes).toContain("taken");
      else expect(codes).toEqual(new Set(["CHECKOUT_SESSION_EXPIRED"]));
      await test.advance(60_000, 10_000);
      const { status } = await payer.status(session.id);
      if (offsetMs === 0) expect(status).toBe("EXPIRED");
      expect(await takenInAll(session.id)).toBe(status === "SUCCEEDED" ? 1 : 0);
    }
  });
});
