import { expect } from "vitest";
import type { ProviderJourney, StartedPayment } from "./provider-journey.ts";

/** Cases that are the same at each provider that reports. `start` begins a payment that the provider will settle. */
type Start = () => Promise<StartedPayment>;

/** A payment succeeds by the service's own question when no report comes, and a late report changes nothing. */
export async function expectOwnQuestionIsEnough(journey: ProviderJourney, start: Start): Promise<void> {
  const { test, payer, standIn, advance, reported, statusOf } = journey;
  standIn.faults.next("CALLBACK_MISSING");
  const first = await start();
  await reported();
  expect(await statusOf(first.sessionId)).toBe("PROCESSING");
  await advance(12_000);
  expect(await statusOf(first.sessionId)).toBe("SUCCEEDED");

  standIn.faults.next("CALLBACK_LATE", { delayMs: 60_000 });
  const second = await start();
  await reported();
  await advance(30_000);
  expect(await statusOf(second.sessionId)).toBe("SUCCEEDED");
  const events = async () => (await test.owner.query({ text: "select 1 from events" })).length;
  const before = [await payer.wallet(), await events()];
  await reported(60_000);
  expect([await payer.wallet(), await events()]).toEqual(before);
}

/** A payment of which the provider took another amount waits for an operator, and its session is not paid. */
export async function expectOtherAmountIsHeld(
  journey: ProviderJourney,
  start: Start,
): Promise<StartedPayment> {
  const { payer, standIn, reported, statusOf } = journey;
  standIn.faults.next("WRONG_AMOUNT");
  const one = await start();
  await reported();
  expect(await statusOf(one.sessionId)).toBe("PROCESSING");
  expect(await payer.stored(one.chargeId, "review_reason")).toBe("AMOUNT_MISMATCH");
  return one;
}

/** A payout ends with the provider's report, although the service would not ask before the next day. */
export async function expectPayoutReport(journey: ProviderJourney, id: string): Promise<void> {
  const { test, advance, reported, payoutOf } = journey;
  for (let second = 0; second < 60 && (await payoutOf(id)).status === "PENDING"; second += 1)
    await advance(1_000);
  expect((await payoutOf(id)).status).toBe("PROCESSING");
  await test.owner.query({
    text: "update payouts set next_check_at = next_check_at + interval '1 day' where next_check_at is not null",
  });
  await reported();
  await test.drain();
  expect((await payoutOf(id)).status).toBe("PAID");
}

/** A payout that the provider refuses fails with this code, and the wallet has its money again. */
export async function expectPayoutFails(
  journey: ProviderJourney,
  beneficiaryId: string,
  failureCode: string,
): Promise<void> {
  const { payer, advance, payOut, payoutOf } = journey;
  const before = await payer.wallet();
  const id = await payOut(beneficiaryId);
  await advance(120_000, 5_000);
  expect(await payoutOf(id)).toMatchObject({ status: "FAILED", failureCode });
  expect((await payer.wallet()).available).toBe(before.available);
}
