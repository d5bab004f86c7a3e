import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkInvariant, invariants } from "../../src/invariants/index.ts";
import type { MerchantId } from "../../src/kit/ids.ts";
import { clearLeft } from "../../src/merchant-move/clear.ts";
import { giveUpMove, type MoveMoment } from "../../src/merchant-move/move.ts";
import type { TestApp } from "../harness/app.ts";
import { type CompiledProgram, compileProgram } from "../harness/child-program.ts";
import { expectInvariants } from "../harness/invariants.ts";
import type { KilledSide } from "../harness/killed-side.ts";
import { type Cells, codes, look, move, moving, openCells, sideOf } from "../harness/three-cells.ts";
import type { KilledClear } from "../programs/killed-clear.ts";
import type { KilledMove } from "../programs/killed-move.ts";

/** The command runs in a process of its own, which is killed: on the way back of a merchant, and while one that left is cleared. */
const SEED = 227;
const order = { amount: "5000", currency: "XOF", title: "Commande" };
let all: Cells;
let home: TestApp;
let away: TestApp;
beforeAll(async () => {
  all = await openCells(SEED);
  [home, away] = all.cells;
  await move(all, home, away);
}, 120_000);
afterAll(() => all?.close());

const reached = (cell: TestApp): KilledSide => {
  const at = all.cells.indexOf(cell);
  return { url: cell.ownerUrl, seed: String(SEED + at), cell: codes[at] ?? null };
};

/** Starts the program, waits until it is at its moment, and kills it. */
async function kill(program: CompiledProgram, asked: unknown, moment: unknown): Promise<void> {
  const child = program.start([JSON.stringify(asked)]);
  try {
    expect(await child.nextLine()).toBe(moment);
  } finally {
    await child.kill();
  }
  // PostgreSQL notices the end of a connection a moment later.
  for (const { owner } of all.cells)
    while (
      (
        await owner.query({
          text: "select from pg_stat_activity where application_name like 'killed %' and datname = current_database()",
        })
      ).length > 0
    )
      await sleep(20);
}

/** The ids of sessions that were answered 201, in any cell. */
const acknowledged: string[] = [];
/** What a new session is answered in a cell. */
async function opens(cell: TestApp): Promise<number> {
  const { status, body } = await cell.request("POST", "/checkout/sessions", { apiKey: all.key, body: order });
  if (status === 201) acknowledged.push(body.data.id);
  return status;
}
const opensInBoth = async () => {
  await look(all);
  return [await opens(home), await opens(away)];
};

/** The merchant lives in the cell alone, with everything that was acknowledged. */
async function expectLivesIn(cell: TestApp, isCleared = false): Promise<void> {
  const other = cell === home ? away : home;
  await look(all);
  // A process believes for a moment that a merchant is still closed.
  await expect.poll(() => opens(cell), { timeout: 10_000 }).toBe(201);
  expect(await opens(other)).toBe(421);
  for (const id of acknowledged) {
    const { status } = await cell.request("GET", `/checkout/sessions/${id}`, { apiKey: all.key });
    expect([id, status]).toEqual([id, 200]);
  }
  await expectInvariants(away.owner);
  // Events of before count for nobody where they are cleared, as where they are forgotten by age.
  const span = { sinceMs: home.clock.nowMs() + 2 * 86_400_000, provedBeforeMs: null };
  if (isCleared)
    for (const invariant of invariants)
      expect([invariant.name, await checkInvariant(home.owner, invariant, span)]).toEqual([
        invariant.name,
        [],
      ]);
  else await expectInvariants(home.owner);
}

describe("the way back", () => {
  let program: CompiledProgram;
  beforeAll(async () => {
    program = await compileProgram("server/test/programs/killed-move.ts");
  }, 60_000);
  afterAll(() => program?.remove());

  const killAt = async (stopAt: MoveMoment): Promise<void> => {
    const { tenantId } = await moving(all, away, home);
    const asked: KilledMove = {
      ...{ from: reached(away), to: reached(home), merchantId: home.merchantId, tenantId, stopAt },
    };
    await kill(program, asked, stopAt);
  };

  it.each<MoveMoment>(["planned", "copied", "frozen", "verified"])(
    "that is killed at %s never lets both cells write, and can be given up or gone on with",
    async (moment) => {
      await killAt(moment);
      const written = await opensInBoth();
      expect(written[0]).toBe(421);
      expect([201, 503]).toContain(written[1]);
      await giveUpMove(await moving(all, away, home));
      await expectLivesIn(away);

      await killAt(moment);
      await opensInBoth();
      await move(all, away, home);
      await expectLivesIn(home);
      await move(all, home, away);
      await expectLivesIn(away);
    },
    120_000,
  );

  it.each<MoveMoment>(["switched", "thawed"])(
    "that is killed at %s cannot be given up, and the same command ends it",
    async (moment) => {
      await killAt(moment);
      const written = await opensInBoth();
      // Until it is thawed the old departure still stands in the first cell: nobody can write, whatever is asked.
      expect(written).toEqual([moment === "switched" ? 421 : 201, 421]);
      await expect(giveUpMove(await moving(all, away, home))).rejects.toThrow("it is switched");
      await move(all, away, home);
      await expectLivesIn(home);
      await move(all, home, away);
      await expectLivesIn(away);
    },
    120_000,
  );
});

describe("the clearing of a merchant that left", () => {
  let program: CompiledProgram;
  beforeAll(async () => {
    program = await compileProgram("server/test/programs/killed-clear.ts");
    await home.owner.query({ text: "update merchant_moves set thawed_at = thawed_at - interval '36 days'" });
  }, 60_000);
  afterAll(() => program?.remove());

  it.each([1, 2, 5])("is killed after round %i, and the books are whole", async (stopAfterRounds) => {
    const asked: KilledClear = {
      ...{ here: reached(home), there: reached(away), merchantId: home.merchantId, stopAfterRounds },
    };
    await kill(program, asked, stopAfterRounds);
    await expectLivesIn(away, true);
    expect(await clearedEntries()).toBe(0);
  });

  it("goes on with the same command, and says so once", async () => {
    const common = { here: sideOf(home), there: sideOf(away), merchantId: home.merchantId as MerchantId };
    const clearing = { ...common, ids: home.app.ids, clock: home.clock, movedBy: "a test" };
    await clearLeft(clearing);
    expect(await clearedEntries()).toBe(1);
    const left = await clearLeft({ ...clearing, isDry: true });
    // Rows that stay, because the books name them: their personal data is replaced.
    expect(left.map(({ table }) => table)).toEqual(["charges", "beneficiaries"]);
    await expectLivesIn(away, true);
  });
});

async function clearedEntries(): Promise<number> {
  return (await home.owner.query({ text: "select from audit_log where action = 'merchant.cleared'" })).length;
}
