import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../src/db/pool.ts";
import type { MerchantId } from "../../src/kit/ids.ts";
import { giveUpMove, moveMerchant } from "../../src/merchant-move/move.ts";
import { noteMovedOn } from "../../src/merchant-move/moved-on.ts";
import { declareRestore } from "../../src/modules/restores/index.ts";
import type { TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { quietLog } from "../harness/log.ts";
import { type Cells, look, move, moving, openCells, sideOf, waitingIn } from "../harness/three-cells.ts";

/** A cell that was restored to a moment before a merchant left it: it takes itself for the one in which the merchant lives. */

const SUCCEEDS = "+2250500000089";
/** The simulator knows the outcome half a minute later. */
const LATER = "+2250500000789";

const nameOf = async (cell: TestApp): Promise<string> => {
  const [row] = await cell.owner.query<{ name: string }>({ text: "select current_database() as name" });
  return row?.name ?? "";
};

/** Runs statements on the cluster's own database while nobody is connected to the cell's. */
async function aloneOnCluster(cell: TestApp, statements: (name: string) => readonly string[]): Promise<void> {
  const name = await nameOf(cell);
  const url = new URL(cell.ownerUrl);
  url.pathname = "/postgres";
  const admin = createDatabase({ url: url.href, max: 1, applicationName: "a test", log: quietLog });
  try {
    await admin.query({ text: `alter database ${name} allow_connections false` });
    await admin.query({
      text: "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1",
      values: [name],
    });
    for (const text of statements(name)) await admin.query({ text });
    await admin.query({ text: `alter database ${name} allow_connections true` });
  } finally {
    await admin.close();
  }
}

interface Backup {
  /** Puts the cell's database back to what it was. */
  restore(): Promise<void>;
}

async function backUp(cell: TestApp): Promise<Backup> {
  const copy = `restored_${randomBytes(6).toString("hex")}`;
  await aloneOnCluster(cell, (name) => [`create database ${copy} template ${name} strategy file_copy`]);
  return {
    restore: () =>
      aloneOnCluster(cell, (name) => [
        `drop database ${name} with (force)`,
        `alter database ${copy} rename to ${name}`,
      ]),
  };
}

async function pay(all: Cells, cell: TestApp, phone = SUCCEEDS): Promise<string> {
  const order = { amount: "5000", currency: "XOF", title: "Commande" };
  const made = await cell.request("POST", "/checkout/sessions", { apiKey: all.key, body: order });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const answer = await cell.request("POST", `/checkout/pay/${made.body.data.id}/complete`, {
    apiKey: null,
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone, operator: "MTN", countryCode: "CI" },
    },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data.chargeId;
}

const note = (all: Cells, here: TestApp, there: TestApp) =>
  noteMovedOn({
    ...{ here: sideOf(here), there: sideOf(there), merchantId: all.cells[0].merchantId as MerchantId },
    ...{ ids: here.app.ids, clock: here.clock, movedBy: "a test" },
  });
const answered = async (all: Cells, cell: TestApp): Promise<unknown> => {
  const { status, body } = await cell.request("GET", "/payments/charges", { apiKey: all.key });
  return status === 200 ? status : { status, cell: body.error.details?.cell };
};
const stepsIn = (cell: TestApp) =>
  cell.owner.query({ text: "select direction, step from merchant_moves order by planned_at" });

describe("a cell that was restored to before a merchant's move", () => {
  let all: Cells;
  let home: TestApp;
  let sn: TestApp;
  let ci: TestApp;
  let made: string;
  beforeAll(async () => {
    all = await openCells(287);
    [home, sn, ci] = all.cells;
    const backup = await backUp(home);
    await move(all, home, sn);
    await pay(all, sn);
    await backup.restore();
    await look(all);
  }, 180_000);
  afterAll(() => all?.close());

  it("takes it for its own: this is what must be ended", async () => {
    expect(await answered(all, home)).toBe(200);
    expect(await answered(all, sn)).toBe(200);
    made = await pay(all, home, LATER);
  });

  it("is refused while a payment that only it has is under way, and goes on writing", async () => {
    await expect(note(all, home, sn)).rejects.toThrow(`under way: 1, the first ${made}`);
    await look(all);
    expect(await answered(all, home)).toBe(200);
    await home.advance(180_000, 10_000);
    await pay(all, home);
    await home.advance(30_000, 10_000);
  });

  it("is told by no cell in which the merchant does not live", async () => {
    await expect(note(all, home, ci)).rejects.toThrow("it does not live in cell ci");
    await expect(note(all, sn, home)).rejects.toThrow("it does not live in the default cell");
    expect(await answered(all, sn)).toBe(200);
  });

  it("leaves it again when it is told, and says what only it has", async () => {
    const onlyHere = await note(all, home, sn);
    expect(onlyHere).toEqual([
      { id: made, mode: "SANDBOX", status: "SUCCEEDED", amount: 5_000n, currency: "XOF" },
      expect.objectContaining({ status: "FAILED", amount: 5_000n }),
    ]);
    await look(all);
    expect(await answered(all, home)).toEqual({ status: 421, cell: "sn" });
    expect(await answered(all, sn)).toBe(200);
    expect(await stepsIn(home)).toEqual([{ direction: "OUT", step: "THAWED" }]);
    expect(await waitingIn(home)).toEqual([]);
    await expect(
      home.owner.query({
        text: "update charges set updated_at = now() where merchant_no = $1",
        values: [home.merchantNo],
      }),
    ).rejects.toThrow("lives in another cell");
    const [entry] = await home.owner.query<{ after: { afterRestore: boolean; onlyHere: readonly string[] } }>(
      {
        text: "select after::jsonb as after from audit_log where action = 'merchant.moved_away'",
      },
    );
    expect(entry?.after).toMatchObject({ afterRestore: true, onlyHere: onlyHere.map(({ id }) => id) });
    for (const cell of [home, sn]) await expectInvariants(cell.owner);
  });

  it("changes nothing when it is told again, goes on when it was killed behind the switch, and can declare its restore", async () => {
    expect(await note(all, home, sn)).toEqual([]);
    await home.owner.query({ text: "update merchant_moves set step = 'SWITCHED', thawed_at = null" });
    expect(await note(all, home, sn)).toEqual([]);
    expect(await stepsIn(home)).toEqual([{ direction: "OUT", step: "THAWED" }]);
    const nowMs = home.clock.nowMs();
    const asked = await declareRestore(
      { db: home.db, clock: home.clock, ids: home.app.ids },
      { restoredToMs: nowMs - 1_000, lostUntilMs: nowMs, lookBackMs: 86_400_000 },
    );
    // What had failed is asked about where the merchant lives.
    expect(asked).toEqual({ charges: 0, ended: 0, refunds: 0, payouts: 0 });
    await home.owner.query({ text: "update restores set released_at = declared_at" });
  });

  it("gets the merchant back like any other cell, with what was paid in the other one", async () => {
    await move(all, sn, home);
    expect(await answered(all, home)).toBe(200);
    expect(await answered(all, sn)).toEqual({ status: 421, cell: null });
    await pay(all, home);
    for (const cell of [home, sn]) await expectInvariants(cell.owner);
  });
});

describe("a cell to which a merchant came, and that was restored to before it went back", () => {
  let all: Cells;
  let home: TestApp;
  let sn: TestApp;
  beforeAll(async () => {
    all = await openCells(297);
    [home, sn] = all.cells;
    await move(all, home, sn);
    const backup = await backUp(sn);
    await move(all, sn, home);
    await backup.restore();
    await look(all);
  }, 180_000);
  afterAll(() => all?.close());

  it("makes nobody else leave it: the command is for the cell that was restored", async () => {
    await expect(note(all, home, sn)).rejects.toThrow(
      "it came back to the default cell, and cell sn does not know",
    );
    expect(await answered(all, home)).toBe(200);
    expect(await note(all, sn, home)).toEqual([]);
    await look(all);
    expect(await answered(all, sn)).toEqual({ status: 421, cell: null });
    expect(await answered(all, home)).toBe(200);
    for (const cell of [home, sn]) await expectInvariants(cell.owner);
  });
});

describe("a cell that was restored into the middle of a move", () => {
  let all: Cells;
  let home: TestApp;
  let sn: TestApp;
  let ci: TestApp;
  let backup: Backup;
  beforeAll(async () => {
    all = await openCells(307);
    [home, sn, ci] = all.cells;
    const stopped = moveMerchant({
      ...(await moving(all, home, sn)),
      reached: async (moment) => {
        if (moment === "planned") throw new Error("stopped");
      },
    });
    await expect(stopped).rejects.toThrow("stopped");
    backup = await backUp(home);
    await move(all, home, sn);
  }, 180_000);
  afterAll(() => all?.close());

  it("is told so by the command of the move, and ends it with the other command", async () => {
    const again = await backUp(home);
    await backup.restore();
    for (const repeat of [moveMerchant, giveUpMove])
      await expect(repeat(await moving(all, home, sn))).rejects.toThrow(
        "cell sn has opened it with this very move: this cell was restored",
      );
    backup = await backUp(home);
    expect(await note(all, home, sn)).toEqual([]);
    expect(await stepsIn(home)).toEqual([{ direction: "OUT", step: "THAWED" }]);
    await look(all);
    expect(await answered(all, home)).toEqual({ status: 421, cell: "sn" });
    await expectInvariants(home.owner);
    await again.restore();
  });

  it("leaves for a third cell, to which the merchant has moved on", async () => {
    await move(all, sn, ci);
    await backup.restore();
    await expect(note(all, home, sn)).rejects.toThrow("it does not live in cell sn");
    await expect(moveMerchant(await moving(all, home, sn))).rejects.toThrow("opened it with this very move");
    expect(await note(all, home, ci)).toEqual([]);
    await look(all);
    for (const cell of [home, sn]) expect(await answered(all, cell)).toEqual({ status: 421, cell: "ci" });
    expect(await answered(all, ci)).toBe(200);
    for (const cell of all.cells) await expectInvariants(cell.owner);
  });

  it("is not told while another move from it, which began since, is under way", async () => {
    await move(all, ci, home);
    const early = await backUp(home);
    await move(all, home, ci);
    await early.restore();
    const stopped = moveMerchant({
      ...(await moving(all, home, sn)),
      reached: async (moment) => {
        if (moment === "planned") throw new Error("stopped");
      },
    });
    await expect(stopped).rejects.toThrow("stopped");
    await expect(note(all, home, ci)).rejects.toThrow("a move to cell sn is under way: give it up first");
    await giveUpMove(await moving(all, home, sn));
    expect(await note(all, home, ci)).toEqual([]);
    await look(all);
    expect(await answered(all, home)).toEqual({ status: 421, cell: "ci" });
    for (const cell of all.cells) await expectInvariants(cell.owner);
  });
});
