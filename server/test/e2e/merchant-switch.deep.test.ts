import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CellCode } from "../../src/kit/cell.ts";
import type { MerchantId, TenantId } from "../../src/kit/ids.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { giveUpMove, type MoveMoment, type Moving, moveMerchant } from "../../src/merchant-move/move.ts";
import { rehearseMove } from "../../src/merchant-move/rehearse.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { type CompiledProgram, compileProgram } from "../harness/child-program.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { arrangeMerchant } from "../harness/moving-merchant.ts";
import { testSeed } from "../harness/seed.ts";
import type { KilledMove } from "../programs/killed-move.ts";

const MOMENTS: readonly MoveMoment[] = ["planned", "copied", "frozen", "verified", "switched", "thawed"];
/** From these on the merchant is the other cell's. */
const AFTER: readonly MoveMoment[] = ["switched", "thawed"];

/** A merchant of the default cell with a bit of everything, and cell `sn`. */
let program: CompiledProgram;
let from: TestApp;
let to: TestApp;
let tenantId: TenantId;
beforeAll(async () => {
  console.info(`seed ${testSeed()}`);
  program = await compileProgram("server/test/programs/killed-move.ts");
}, 60_000);
afterAll(() => program?.remove());
beforeEach(async () => {
  [from, to] = await Promise.all([
    startTestApp({ seed: 81 }),
    startTestApp({ seed: 82, cell: "sn" as CellCode }),
  ]);
  ({ tenantId } = await to.app.merchants.profile(to.merchantNo));
  await arrangeMerchant(from);
}, 60_000);
afterEach(() => Promise.all([from, to].map((cell) => cell?.stop())));

const sides = () => ({
  from: { db: from.owner, keyring: from.keyring },
  to: { db: to.owner, keyring: to.keyring },
  merchantId: from.merchantId as MerchantId,
});
const moving = (more: Partial<Moving> = {}): Moving => ({
  ...sides(),
  tenantId,
  ids: from.app.ids,
  clock: from.clock,
  movedBy: "a test",
  nowMs: () => performance.now(),
  ...more,
});

/** Runs a move in a process of its own and kills it at the moment. */
async function killAt(stopAt: MoveMoment): Promise<void> {
  const asked: KilledMove = {
    from: { url: from.ownerUrl, seed: "81", cell: null },
    to: { url: to.ownerUrl, seed: "82", cell: "sn" },
    merchantId: from.merchantId,
    tenantId,
    stopAt,
  };
  const child = program.start([JSON.stringify(asked)]);
  try {
    expect(await child.nextLine()).toBe(stopAt);
  } finally {
    await child.kill();
  }
  await ended();
}

/** PostgreSQL notices the end of a connection a moment later. */
async function ended(): Promise<void> {
  for (const cell of [from, to])
    while (
      (
        await cell.owner.query({
          text: "select from pg_stat_activity where application_name = 'killed move' and datname = current_database()",
        })
      ).length > 0
    )
      await sleep(20);
}

let notes = 0;
/** Whether the merchant can be written in a cell: 201, 503 while it is closed, 421 when it has left, null where it is not. */
async function writesIn(cell: TestApp): Promise<number | null> {
  notes += 1;
  const [number] = await cell.owner.query<{ no: number }>({
    text: "select merchant_no as no from merchant_numbers where merchant_id = $1 and mode = 'SANDBOX'",
    values: [from.merchantId],
  });
  if (number === undefined) return null;
  return cell.db
    .query({
      text: "insert into list_counters (merchant_no, day) values ($1, date '2010-01-01' + $2::int)",
      values: [number.no, notes],
    })
    .then(
      () => 201,
      (error: { code?: string }) => {
        const status = { MV001: 503, MV002: 421 }[error.code ?? ""];
        return status ?? Promise.reject(error);
      },
    );
}

const verifiedAt = () =>
  to.owner.query<{ at: number }>({ text: "select verified_at as at from merchant_moves" });
const stepsOf = async (cell: TestApp) =>
  (
    await cell.owner.query<{ step: string }>({
      text: "select step from merchant_moves order by planned_at",
    })
  ).map(({ step }) => step);
const chargesOf = (cell: TestApp) =>
  cell.owner.query({
    text: `select c.id, c.status, c.amount::text from charges c join merchant_numbers n using (merchant_no) where n.merchant_id = $1 order by c.id`,
    values: [from.merchantId],
  });
const fencesIn = async (cell: TestApp) =>
  (
    await cell.owner.query({
      text: "select tgname from pg_trigger where tgname like 'fence%' union all select merchant_id::text from merchant_fences",
    })
  ).length;

/** The merchant lives in the other cell alone, with everything that it had. */
async function expectMoved(charges: readonly unknown[]): Promise<void> {
  expect([await stepsOf(from), await stepsOf(to)].map((steps) => steps.at(-1))).toEqual(["THAWED", "THAWED"]);
  expect([await writesIn(from), await writesIn(to)]).toEqual([421, 201]);
  expect(await chargesOf(to)).toEqual(charges);
  expect(await fencesIn(to)).toBe(0);
  await expectEntries();
  for (const cell of [from, to]) await expectInvariants(cell.owner);
}

/** Both audit logs, as their operators read them, have one entry of the move, which names the other cell. */
async function expectEntries(): Promise<void> {
  const [row] = await from.owner.query<{ id: string; digest: string }>({
    text: "select id, digest from merchant_moves where step = 'THAWED'",
  });
  const entryIn = async (cell: TestApp, action: string) => {
    const { token } = await cell.operator();
    const { body } = await cell.request("GET", `/tenant/audit?action=${action}`, { apiKey: token });
    return body.data;
  };
  const common = { actor: "system", subject: from.merchantId, merchantId: from.merchantId };
  const data = {
    digest: row?.digest,
    move: row?.id,
    movedBy: expect.stringMatching(/^(?:a test|killed move)$/),
  };
  expect([await entryIn(from, "merchant.moved_away"), await entryIn(to, "merchant.moved_in")]).toEqual([
    [expect.objectContaining({ ...common, afterData: { to: "sn", ...data } })],
    [expect.objectContaining({ ...common, afterData: { from: "default", ...data } })],
  ]);
}

/** The merchant lives where it did, and the other cell has no row of it. */
async function expectAtHome(charges: readonly unknown[]): Promise<void> {
  expect([await writesIn(from), await writesIn(to)]).toEqual([201, null]);
  expect(await chargesOf(from)).toEqual(charges);
  expect([await fencesIn(from), await fencesIn(to)]).toEqual([0, 0]);
  for (const cell of [from, to])
    expect(
      await cell.owner.query({ text: "select from audit_log where action like 'merchant.moved%'" }),
    ).toEqual([]);
  for (const cell of [from, to]) await expectInvariants(cell.owner);
}

describe("a move", () => {
  it("leaves the merchant in the other cell alone, with the same digest in both, and is not made twice", async () => {
    const charges = await chargesOf(from);
    const report = await moveMerchant(moving());
    const digests = await Promise.all(
      [from, to].map(({ owner }) => owner.query({ text: "select digest from merchant_moves" })),
    );
    expect(digests).toEqual([[{ digest: report.digest }], [{ digest: report.digest }]]);
    expect(report.copied?.frozenMs).toBeLessThan(5_000);
    await expectMoved(charges);
    await expect(moveMerchant(moving())).rejects.toThrow("it has moved to cell sn");
    await expect(rehearseMove(moving())).rejects.toThrow("it has moved to cell sn");
    await expect(giveUpMove(sides())).rejects.toThrow("it is switched");
    await expectMoved(charges);
  });

  it("is taken back when it is refused in the middle, and can be made afterwards", async () => {
    const charges = await chargesOf(from);
    const key = "update api_keys set merchant_ids = $2 where merchant_no = $1";
    const shared = ["0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f"];
    const refused = moveMerchant(
      moving({
        reached: async (moment) => {
          if (moment === "copied") await from.owner.query({ text: key, values: [from.merchantNo, shared] });
        },
      }),
    );
    await expect(refused).rejects.toThrow("act for this merchant and for another one");
    await expectAtHome(charges);
    await from.owner.query({ text: key, values: [from.merchantNo, []] });
    await moveMerchant(moving());
    await expectMoved(charges);
  });

  it("does not switch when its fence has ended, for somebody may have written", async () => {
    const charges = await chargesOf(from);
    const late = moveMerchant(
      moving({
        reached: async (moment) => {
          if (moment !== "verified") return;
          await from.owner.query({ text: "update merchant_fences set ends_at = clock_timestamp()" });
          expect(await writesIn(from)).toBe(201);
        },
      }),
    );
    await expect(late).rejects.toThrow("its last changes were not copied within 10 s of freezing");
    await expectAtHome(charges);
  });

  it("does not switch when another run has taken it over", async () => {
    const charges = await chargesOf(from);
    const overtaken = moveMerchant(
      moving({
        reached: async (moment) => {
          if (moment === "verified")
            await from.owner.query({ text: "update merchant_moves set attempt = attempt + 1" });
        },
      }),
    );
    await expect(overtaken).rejects.toThrow("another run of the command has taken this move over");
    await expectAtHome(charges);
  });
});

describe.each(MOMENTS)("a move that is killed at: %s", (moment) => {
  it("never lets both cells write, and the same command goes on", async () => {
    const charges = await chargesOf(from);
    await killAt(moment);
    const written = [await writesIn(from), await writesIn(to)];
    expect(written.filter((status) => status === 201).length).toBeLessThanOrEqual(1);
    if (moment === "switched") expect(written).toEqual([421, 503]);
    const [killed] = await verifiedAt();
    await moveMerchant(moving());
    await expectMoved(charges);
    // Until then ids are made in the old cell: a time that was kept from a copy that is gone would give its last ids to the new one.
    if (moment === "verified") expect((await verifiedAt())[0]?.at).toBeGreaterThan(killed?.at ?? Infinity);
  });

  it("can be given up before the switch, and not after it", async () => {
    const charges = await chargesOf(from);
    await killAt(moment);
    if (AFTER.includes(moment)) {
      await expect(giveUpMove(sides())).rejects.toThrow("it is switched");
      return;
    }
    await giveUpMove(sides());
    expect([await stepsOf(from), await stepsOf(to)]).toEqual([["GIVEN_UP"], ["GIVEN_UP"]]);
    await expectAtHome(charges);
    await expect(giveUpMove(sides())).rejects.toThrow("no move of this merchant is under way");
  });
});

describe("a random history of runs, kills and payments", () => {
  it("ends in one cell, with every payment once", async () => {
    const random = createSeededRandom(testSeed());
    const draw = (count: number): number => random.bytes(1).readUInt8() % count;
    let paid = 0;
    const told: string[] = [];
    let isSwitched = false;
    while (!isSwitched && told.length < 6) {
      const what = draw(4);
      const moment = MOMENTS[draw(MOMENTS.length)] ?? "planned";
      if (what === 0) {
        const answer = await from.request("POST", "/checkout/sessions", {
          body: { amount: "700", currency: "XOF", title: `Histoire ${paid}` },
          headers: { "idempotency-key": `history ${paid}` },
        });
        if (answer.status < 300) paid += 1;
        told.push(`pay ${answer.status}`);
      } else if (what === 1 && told.length > 0) {
        await giveUpMove(sides()).catch((error: Error) => told.push(error.message));
        told.push("give up");
      } else {
        await killAt(moment);
        isSwitched = AFTER.includes(moment);
        told.push(`kill ${moment}`);
      }
    }
    console.info(`seed ${testSeed()}: ${told.join(", ")}`);
    const [{ n: before } = { n: -1 }] = await from.owner.query<{ n: number }>({
      text: "select count(*)::int as n from checkout_sessions where merchant_no = $1",
      values: [from.merchantNo],
    });
    const charges = await chargesOf(from);
    await moveMerchant(moving());
    await expectMoved(charges);
    const [{ n: after } = { n: -2 }] = await to.owner.query<{ n: number }>({
      text: `select count(*)::int as n from checkout_sessions s join merchant_numbers m using (merchant_no) where m.merchant_id = $1`,
      values: [from.merchantId],
    });
    expect([before, after]).toEqual([3 + paid, 3 + paid]);
  });
});
