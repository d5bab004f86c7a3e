import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { money } from "../../kit/money.ts";
import type { ProviderReference } from "../provider.ts";
import {
  nobody,
  paymentQuestion,
  refundQuestion,
  refundRequest,
  transferQuestion,
} from "../testing/questions.ts";
import { CALLBACK_RETRY_DELAYS_MS } from "./callbacks.ts";
import { parseJson, readCallbackBody } from "./protocol.ts";
import { readBook } from "./store.ts";
import { mtn, openTestWorld, type TestWorld } from "./test-world.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(async () => {
  await world?.close();
});
beforeEach(async () => {
  world.network.calm();
  world.answerCallbacksWith(204);
  await world.simulator.drain();
  world.takeCallbacks();
});

const startWith = async (suffix: string) => {
  const reference = world.newReference();
  const outcome = await world.start({ reference, payer: mtn(suffix) });
  return { reference, outcome };
};
const again = (reference: ProviderReference, suffix: string) =>
  world.start({ reference, payer: mtn(suffix) });
const booked = async (reference: ProviderReference) =>
  (await readBook(world.owner, world.account.id))
    .filter((line) => line.reference === reference)
    .map(({ amount }) => amount);
const kindOf = async (reference: ProviderReference) => (await world.query(reference)).kind;

describe("answers that leave the outcome unknown", () => {
  it.each([
    ["239", "timeout"],
    ["249", "reset"],
    ["259", "unreadable"],
    ["289", "http_500"],
    ["299", "timeout"],
  ])("…%s was taken, though the answer is %s: found by query, charged once", async (suffix, reason) => {
    const { reference, outcome } = await startWith(suffix);
    expect(outcome).toEqual({ kind: "unknown", reason });
    expect(await kindOf(reference)).toBe("pending");
    expect((await again(reference, suffix)).kind).toBe("pending");
    await world.advance(3_000);
    expect(await kindOf(reference)).toBe("succeeded");
    expect(await booked(reference)).toEqual([5_000n]);
  });

  it("…309 was never taken: not found, and sent again it is charged once", async () => {
    const { reference, outcome } = await startWith("309");
    expect(outcome).toEqual({ kind: "unknown", reason: "reset" });
    await world.advance(3_000);
    expect(await kindOf(reference)).toBe("not_found");
    expect((await again(reference, "309")).kind).toBe("pending");
    await world.advance(3_000);
    expect(await kindOf(reference)).toBe("succeeded");
    expect(await booked(reference)).toEqual([5_000n]);
  });

  it("…159 answers 503 twice, to queries as to starts, and is charged once", async () => {
    const first = await startWith("159");
    expect(first.outcome).toEqual({ kind: "unknown", reason: "http_503" });
    expect(await kindOf(first.reference)).toBe("unknown");
    expect(await kindOf(first.reference)).toBe("pending");

    const second = await startWith("159");
    expect((await again(second.reference, "159")).kind).toBe("unknown");
    expect((await again(second.reference, "159")).kind).toBe("pending");
    await world.advance(3_000);
    for (const { reference } of [first, second]) {
      expect(await kindOf(reference)).toBe("succeeded");
      expect(await booked(reference)).toEqual([5_000n]);
    }
  });

  it("…169 answers 503 to every start, and the query says that it was given up", async () => {
    const { reference, outcome } = await startWith("169");
    expect(outcome.kind).toBe("unknown");
    for (let count = 0; count < 3; count += 1) expect((await again(reference, "169")).kind).toBe("unknown");
    expect(await world.query(reference)).toMatchObject({
      kind: "failed",
      failureCode: "PROVIDER_UNAVAILABLE",
    });
    await world.advance(3_000);
    expect(await booked(reference)).toEqual([]);
  });

  it("…329 answers nobody, ever", async () => {
    const { reference, outcome } = await startWith("329");
    expect(outcome.kind).toBe("unknown");
    await world.advance(24 * 3_600_000);
    expect(await kindOf(reference)).toBe("unknown");
    expect((await world.calls.cancel(paymentQuestion(reference))).kind).toBe("unknown");
    expect(await booked(reference)).toEqual([]);
  });
});

describe("time", () => {
  it("a success takes two seconds, told by the query even before the loop has run", async () => {
    const { reference } = await startWith("789");
    world.clock.advance(1_999);
    expect(await kindOf(reference)).toBe("pending");
    world.clock.advance(1);
    expect(await kindOf(reference)).toBe("succeeded");
    await world.simulator.drain();
    expect(await booked(reference)).toEqual([5_000n]);
  });

  it("…039 keeps silent for five seconds", async () => {
    const { reference } = await startWith("039");
    await world.advance(4_000);
    expect(await kindOf(reference)).toBe("pending");
    await world.advance(1_000);
    expect(await world.query(reference)).toMatchObject({ failureCode: "PAYMENT_NOT_CONFIRMED" });
  });

  it("…129 is never decided", async () => {
    const { reference } = await startWith("129");
    await world.advance(72 * 3_600_000);
    expect(await kindOf(reference)).toBe("pending");
  });

  it("…369 takes five minutes", async () => {
    const { reference } = await startWith("369");
    await world.advance(299_000);
    expect(await kindOf(reference)).toBe("pending");
    await world.advance(1_000);
    expect(await kindOf(reference)).toBe("succeeded");
  });

  it("…339 fails when the session expires", async () => {
    const { reference } = await startWith("339");
    await world.advance(30 * 60_000 - 1_000);
    expect(await kindOf(reference)).toBe("pending");
    await world.advance(1_000);
    expect(await world.query(reference)).toMatchObject({ failureCode: "PAYMENT_CANCELLED" });
  });

  it("…209 fails and is confirmed after the session expired: one charge, two callbacks", async () => {
    const { reference } = await startWith("209");
    await world.advance(3_000);
    expect(await kindOf(reference)).toBe("failed");
    await world.advance(30 * 60_000);
    expect(await kindOf(reference)).toBe("failed");
    await world.advance(60_000);
    expect(await kindOf(reference)).toBe("succeeded");
    expect(await booked(reference)).toEqual([5_000n]);
    expect(world.takeCallbacks()).toHaveLength(2);
  });

  it("…229 fails and is confirmed after a minute, while the payer may have paid again", async () => {
    const { reference } = await startWith("229");
    await world.advance(3_000);
    expect(await kindOf(reference)).toBe("failed");
    await world.advance(60_000);
    expect(await kindOf(reference)).toBe("succeeded");
    expect(await booked(reference)).toEqual([5_000n]);
  });

  it("catches up on all that is due when the clock jumps", async () => {
    const { reference } = await startWith("229");
    world.clock.advance(3_600_000);
    expect(await kindOf(reference)).toBe("succeeded");
  });
});

describe("wrong amounts", () => {
  it.each([
    ["219", 2_500n],
    ["359", 5_001n],
  ])("…%s takes %s, and says so", async (suffix, taken) => {
    const { reference } = await startWith(suffix);
    await world.advance(3_000);
    expect(await world.query(reference)).toMatchObject({ kind: "succeeded", amount: money(taken, "XOF") });
    expect(await booked(reference)).toEqual([taken]);
  });
});

describe("callbacks", () => {
  it("…139 is never reported", async () => {
    const { reference } = await startWith("139");
    await world.advance(3_000);
    expect(await kindOf(reference)).toBe("succeeded");
    expect(world.takeCallbacks()).toEqual([]);
  });

  it("…179 is reported, then an older state, then the first report again", async () => {
    const { reference } = await startWith("179");
    await world.advance(6_000);
    const bodies = world.takeCallbacks().map(({ rawBody }) => readCallbackBody(parseJson(rawBody)));
    expect(bodies.map((body) => body?.status)).toEqual(["SUCCEEDED", "PENDING", "SUCCEEDED"]);
    expect(bodies[0]).toEqual(bodies[2]);
    expect(bodies.every((body) => body?.reference === reference)).toBe(true);
  });

  it("are tried five times and then given up", async () => {
    world.answerCallbacksWith(500);
    await startWith("789");
    await world.advance(3_000);
    expect(world.takeCallbacks()).toHaveLength(1);
    for (const delayMs of CALLBACK_RETRY_DELAYS_MS) {
      await world.advance(delayMs);
      expect(world.takeCallbacks()).toHaveLength(1);
    }
    await world.advance(24 * 3_600_000);
    expect(world.takeCallbacks()).toEqual([]);
  });

  it("are signed anew at each try, so that a late one is not taken for a replay", async () => {
    world.answerCallbacksWith(503);
    await startWith("789");
    await world.advance(3_000);
    await world.advance(5_000);
    world.answerCallbacksWith(200);
    await world.advance(3_600_000);
    const callbacks = world.takeCallbacks();
    expect(callbacks).toHaveLength(3);
    for (const callback of callbacks) {
      expect((await world.calls.verifyCallback(callback)).kind).toBe("accepted");
    }
  });

  it("carry nothing about the payer", async () => {
    await startWith("789");
    await world.advance(3_000);
    const [callback] = world.takeCallbacks();
    expect(Object.keys(Object(parseJson(callback?.rawBody ?? ""))).sort()).toEqual(
      ["id", "occurredAt", "reference", "status", "subject"].sort(),
    );
  });
});

describe("methods", () => {
  it("card tokens settle without a page and name the card", async () => {
    const reference = world.newReference();
    const payer = { ...nobody, cardToken: "tok_sim_success" };
    expect(await world.start({ reference, method: "CARD", payer })).toMatchObject({
      kind: "pending",
      nextStep: { kind: "POLL", instructions: null },
    });
    await world.advance(3_000);
    expect(await world.query(reference)).toMatchObject({
      kind: "succeeded",
      method: { brand: "VISA", last4: "4242" },
    });
  });

  it.each([
    ["BF", "123456", "pending"],
    ["BF", "111111", "failed"],
    ["BF", null, "failed"],
    ["CI", "111111", "failed"],
    ["CI", null, "pending"],
  ])("Orange in %s with the code %s: %s", async (countryCode, otp, kind) => {
    const payer = { ...mtn("789"), operator: "ORANGE", countryCode, otp };
    const outcome = await world.start({ reference: world.newReference(), payer });
    expect(outcome.kind).toBe(kind);
    if (outcome.kind === "failed") expect(outcome.failureCode).toBe("PAYMENT_NOT_CONFIRMED");
  });

  it("a transfer is awaited with an account and a reference of its own", async () => {
    const starts = [world.newReference(), world.newReference()].map((reference) =>
      world.start({
        reference,
        method: "BANK_TRANSFER",
        payer: { ...nobody, countryCode: "SN", payerName: "Awa" },
      }),
    );
    const steps = (await Promise.all(starts)).map((outcome) =>
      outcome.kind === "pending" ? outcome.nextStep : null,
    );
    const instructions = steps.map((step) => (step?.kind === "POLL" ? step.instructions : null));
    expect(instructions[0]).toMatchObject({
      amount: "5000",
      currency: "XOF",
      iban: expect.stringMatching(/^SN/),
    });
    expect(instructions[0]?.reference).toMatch(/^RF\d{2}[A-Z0-9]{16}$/);
    expect(instructions[0]?.reference).not.toBe(instructions[1]?.reference);
    expect(steps[0]?.kind === "POLL" && steps[0].sandboxUrl).toContain(`${world.publicUrl}/pay/`);
  });
});

describe("refunds and payouts by number", () => {
  const paid = async () => {
    const { reference } = await startWith("279");
    return reference;
  };
  const refund = async (chargeReference: ProviderReference, minor: bigint) => {
    const refundReference = world.newReference();
    const amount = money(minor, "XOF");
    const outcome = await world.calls.refund(refundRequest(refundReference, chargeReference, amount));
    return { refundReference, outcome };
  };

  it("a refund that fails gives its amount free again", async () => {
    const charge = await paid();
    const failed = await refund(charge, 4_049n);
    expect((await refund(charge, 4_000n)).outcome).toMatchObject({
      kind: "failed",
      failureCode: "INVALID_AMOUNT",
    });
    await world.advance(3_000);
    expect(
      await world.calls.queryRefund(refundQuestion(failed.refundReference, charge, money(4_049n, "XOF"))),
    ).toMatchObject({
      kind: "failed",
      failureCode: "INSUFFICIENT_FUNDS",
    });
    const second = await refund(charge, 5_000n);
    await world.advance(3_000);
    expect(
      await world.calls.queryRefund(refundQuestion(second.refundReference, charge, money(5_000n, "XOF"))),
    ).toMatchObject({
      kind: "succeeded",
    });
  });

  it("a refund refused at once gives nothing and holds nothing", async () => {
    const charge = await paid();
    expect((await refund(charge, 1_059n)).outcome).toMatchObject({
      kind: "failed",
      failureCode: "PAYMENT_IN_PROGRESS",
    });
    expect((await refund(charge, 5_000n)).outcome.kind).toBe("pending");
  });

  it("a refund whose first request is forgotten is taken the second time, once", async () => {
    const chargeReference = await paid();
    const reference = world.newReference();
    const request = refundRequest(reference, chargeReference, money(2_309n, "XOF"));
    const question = refundQuestion(reference, chargeReference, request.amount);
    expect((await world.calls.refund(request)).kind).toBe("unknown");
    expect((await world.calls.queryRefund(question)).kind).toBe("not_found");
    expect((await world.calls.refund(request)).kind).toBe("pending");
    expect((await refund(chargeReference, 2_692n)).outcome.kind).toBe("failed");
    expect((await refund(chargeReference, 2_691n)).outcome.kind).toBe("pending");
  });

  it.each([
    ["089", "INVALID_RECIPIENT"],
    ["049", "INSUFFICIENT_FUNDS"],
    ["019", "LIMIT_EXCEEDED"],
  ])("a payout to …%s fails with %s", async (suffix, failureCode) => {
    const reference = world.newReference();
    const { phone, operator, countryCode } = mtn(suffix);
    const to = { phone, operator, countryCode, iban: null, walletId: null, name: "Awa" };
    const amount = money(700n, "XOF");
    await world.calls.payout({ reference, ownId: reference, amount, callbackUrl: world.callbackUrl, ...to });
    await world.advance(3_000);
    expect(await world.calls.queryPayout(transferQuestion(reference, amount))).toMatchObject({
      kind: "failed",
      failureCode,
    });
    expect(await booked(reference)).toEqual([]);
  });
});
