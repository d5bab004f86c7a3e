import { expect, it } from "vitest";
import { type Id, parsePublicId, publicId } from "../../src/kit/ids.ts";
import { declareRestore, releaseRestore, restoreStatus } from "../../src/modules/restores/index.ts";
import { mtnMomoStandIn } from "../../src/providers/mtn-momo/stand-in.ts";
import { accepted, useProviderJourney } from "../harness/provider-journey.ts";
import { keepRestorePoint } from "../harness/restore-point.ts";
import { mtn } from "../simulation/payer.ts";

/**
 * The database was restored, and a live provider is ahead of it: it took payments and sent a payout that nobody here remembers.
 * Each is found once, and no money leaves a second time.
 */
const MINUTE_MS = 60_000;
const journey = useProviderJourney({ standIn: mtnMomoStandIn });

it("finds what the provider took in the lost minutes, books it once, and holds payouts until they are decided", async () => {
  const { test, standIn } = journey;
  const deps = { db: test.db, clock: test.clock, ids: test.app.ids };
  await journey.paid(mtn("789"), "100000");
  const beneficiary = await journey.addBeneficiary({ phone: "+2250500000789", operator: "MTN" });
  // Accepted, and not sent yet, at the point; likewise a payment that the payer still confirms.
  const payout = await journey.payOut(beneficiary.id);
  const inFlight = await journey.start(mtn("789", 2));
  const pointMs = test.clock.nowMs();
  const point = await keepRestorePoint(test.owner);

  await journey.reported();
  expect(await journey.statusOf(inFlight.sessionId)).toBe("SUCCEEDED");
  await journey.advance(MINUTE_MS, 2_000);
  await journey.reported();
  await journey.advance(MINUTE_MS, 2_000);
  expect((await journey.payoutOf(payout)).status).toBe("PAID");
  const forgotten = await journey.paid(mtn("789", 3));
  const lostUntilMs = test.clock.nowMs();

  await point.restore();
  expect(await journey.payer.status(forgotten.sessionId)).toBeNull();
  await declareRestore(deps, { restoredToMs: pointMs, lostUntilMs, lookBackMs: MINUTE_MS });
  await journey.advance(2 * MINUTE_MS, 20_000);
  // In flight at the point: asked about, and booked once.
  expect(await journey.statusOf(inFlight.sessionId)).toBe("SUCCEEDED");
  const [booked] = await test.owner.query<{ count: number }>({
    text: "select count(*)::int from ledger_transfers where source_id = $1 and type = 'CHARGE'",
    values: [parsePublicId("charge", inFlight.chargeId)],
  });
  expect(booked?.count).toBe(1);
  // Sent in the lost minutes, and waiting here: it is held.
  expect((await journey.payoutOf(payout)).status).toBe("PENDING");
  expect(await restoreStatus(deps)).toMatchObject({
    facts: { heldPayouts: 1, unasked: 0 },
    obstacles: [expect.stringContaining("no book of the provider's covers")],
  });

  const statementId = await handIn(pointMs - 10 * MINUTE_MS, lostUntilMs + MINUTE_MS);
  const found: readonly Difference[] = accepted(
    await journey.operate("GET", `/tenant/reconciliation/differences?statementId=${statementId}`),
  );
  const sent = standIn.book.list().filter(({ kind }) => kind === "PAYOUT");
  expect(sent).toHaveLength(1);
  expect(found.map(({ kind, type, reference }) => [kind, type, reference]).toSorted()).toEqual([
    ["MISSING_HERE", "PAYMENT", forgotten.ownId],
    ["MISSING_HERE", "PAYOUT", sent[0]?.id],
  ]);
  await expect(releaseRestore(deps, { without: [], note: null })).rejects.toThrow("2 differences are open");

  accepted(await test.request("POST", `/payments/payouts/${payout}/cancel`));
  for (const { id } of found)
    accepted(
      await journey.operate("POST", `/tenant/reconciliation/differences/${id}/resolve`, {
        note: "Moved in the lost minutes; the payout here is cancelled",
      }),
    );
  await releaseRestore(deps, { without: [], note: null });
  await journey.advance(2 * MINUTE_MS, 20_000);
  expect((await journey.payoutOf(payout)).status).toBe("CANCELLED");
  expect(standIn.book.list().filter(({ kind }) => kind === "PAYOUT")).toEqual(sent);
});

interface Difference {
  readonly id: string;
  readonly kind: string;
  readonly type: string;
  readonly reference: string;
}

/** The stand-in's own book of a period, as an operator would download it from the provider's portal. Returns the statement's id. */
async function handIn(fromMs: number, toMs: number): Promise<string> {
  const lines = journey.standIn.book
    .list()
    .map((entry) => ({ ...entry, atMs: entry.endedAtMs ?? entry.createdAtMs }))
    .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
    .map(({ kind, id, transactionId, status, amount, atMs }) => ({
      type: kind,
      reference: id,
      transactionId,
      status,
      amount: String(amount.minor),
      currency: amount.currency,
      occurredAt: new Date(atMs).toISOString(),
    }));
  const statement = accepted(
    await journey.operate("POST", "/tenant/reconciliation/statements", {
      providerAccountId: publicId("providerAccount", journey.account.id as Id<"providerAccount">),
      mode: "LIVE",
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      format: "lines",
      lines,
    }),
  );
  return statement.id;
}
