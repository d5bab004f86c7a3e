import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkInvariant, invariants } from "../../src/invariants/index.ts";
import type { Id, MerchantId, MerchantNo } from "../../src/kit/ids.ts";
import { formatReceiptId } from "../../src/kit/receipt-id.ts";
import { type Clearing, clearLeft } from "../../src/merchant-move/clear.ts";
import { giveUpMove, type MoveMoment, moveMerchant } from "../../src/merchant-move/move.ts";
import { noteMovedOn } from "../../src/merchant-move/moved-on.ts";
import { rehearseMove } from "../../src/merchant-move/rehearse.ts";
import { checkLedger } from "../../src/merchant-move/verify.ts";
import { NOBODY, openPayer } from "../../src/modules/payments/index.ts";
import { detailsContext, NO_DETAILS } from "../../src/modules/payouts/index.ts";
import type { TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import {
  type Cells,
  look,
  move,
  moving,
  namesOf,
  openCells,
  sideOf,
  waitingIn,
} from "../harness/three-cells.ts";

const order = { amount: "5000", currency: "XOF", title: "Commande" };
/** The simulator knows the outcome half a minute later. */
const LATER = "+2250500000789";
interface Paying {
  readonly sessionId: string;
  readonly chargeId: string;
}

async function startPaying(all: Cells, cell: TestApp): Promise<Paying> {
  const made = await cell.request("POST", "/checkout/sessions", { apiKey: all.key, body: order });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const sessionId = made.body.data.id;
  const answer = await cell.request("POST", `/checkout/pay/${sessionId}/complete`, {
    apiKey: null,
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: LATER, operator: "MTN", countryCode: "CI" },
    },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { sessionId, chargeId: answer.body.data.chargeId };
}

async function makeLink(all: Cells, cell: TestApp, slug: string): Promise<void> {
  const made = await cell.request("POST", "/payments/links", {
    ...{ apiKey: all.key, body: { ...order, slug }, headers: { "idempotency-key": slug } },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
}

/** What a request gets: 200, or the cell that the refusal names. */
async function answered(cell: TestApp, path: string, apiKey: string | null): Promise<unknown> {
  const { status, body } = await cell.request("GET", path, { apiKey });
  if (status === 200) return status;
  if (status !== 421) return { status, error: body.error };
  const { cell: elsewhere, answeredBy } = body.error.details;
  return { cell: elsewhere, answeredBy };
}

async function pageStatus(cell: TestApp, path: string): Promise<number> {
  return (await cell.request("GET", `${cell.origin}${path}`, { apiKey: null })).status;
}

const chargesIn = (all: Cells, cell: TestApp) =>
  cell.owner.query<{ id: string; status: string }>({
    text: `select c.id, c.status from charges c join merchant_numbers n using (merchant_no) where n.merchant_id = $1 order by 1`,
    values: [all.cells[0].merchantId],
  });
const fencesIn = async (cell: TestApp) =>
  (
    await cell.owner.query({
      text: "select tgname from pg_trigger where tgname like 'fence%' union all select merchant_id::text from merchant_fences",
    })
  ).length;

describe("a merchant that moved to sn and comes back", () => {
  let all: Cells;
  let home: TestApp;
  let away: TestApp;
  let first: Paying;
  let second: Paying;
  beforeAll(async () => {
    all = await openCells(187);
    [home, away] = all.cells;
    first = await startPaying(all, home);
    await move(all, home, away);
    second = await startPaying(all, away);
    await makeLink(all, away, "retour");
  }, 120_000);
  afterAll(() => all?.close());

  it("can be rehearsed on its way back, which changes nothing where it was before", async () => {
    const before = await chargesIn(all, home);
    const report = await rehearseMove({ ...(await moving(all, away, home)), isFrozen: true });
    expect(report.ledgers.every(({ problem }) => problem === null)).toBe(true);
    expect(await chargesIn(all, home)).toEqual(before);
    expect(await answered(home, "/payments/charges", all.key)).toEqual({ cell: "sn", answeredBy: null });
  });

  it("comes back to the tenant that it belonged to alone", async () => {
    const other = await home.db.transaction((tx) => home.app.merchants.createTenant(tx, { name: "Autre" }));
    await expect(moveMerchant({ ...(await moving(all, away, home)), tenantId: other })).rejects.toThrow(
      "it comes back to the tenant that it belonged to",
    );
  });

  it.each<MoveMoment>(["copied", "verified"])(
    "goes on living in sn when the way back is refused at %s or given up, and nothing of it is due in the old cell",
    async (moment) => {
      const refused = moveMerchant({
        ...(await moving(all, away, home)),
        reached: async (reached) => {
          if (reached === moment) throw new Error("stopped");
        },
      });
      await expect(refused).rejects.toThrow("stopped");
      await giveUpMove(await moving(all, away, home));
      await look(all);
      expect(await answered(home, "/payments/charges", all.key)).toEqual({ cell: "sn", answeredBy: null });
      expect(await answered(away, "/payments/charges", all.key)).toBe(200);
      expect(await waitingIn(home)).toEqual([]);
      await expectInvariants(home.owner);
    },
  );

  it("lives in its first cell again, with its numbers of before and all that was written meanwhile", async () => {
    const charges = await chargesIn(all, away);
    await move(all, away, home);
    expect(await chargesIn(all, home)).toEqual(charges);
    expect(charges.length).toBe(4);
    expect(await fencesIn(home)).toBe(0);
    expect(
      await home.owner.query({
        text: "select merchant_no as no from merchant_numbers where merchant_id = $1 and mode = 'SANDBOX'",
        values: [home.merchantId],
      }),
    ).toEqual([{ no: home.merchantNo }]);
    for (const cell of [home, away]) await expectInvariants(cell.owner);
  });

  it("is found there by its key, the ids of both cells, and links of both", async () => {
    for (const [path, key] of namesOf(all, [first.sessionId, second.sessionId], ["kiosque", "retour"])) {
      expect([path, await answered(home, path, key)]).toEqual([path, 200]);
      expect([path, await answered(away, path, key)]).toEqual([path, { cell: null, answeredBy: "sn" }]);
    }
    for (const path of [`/checkout/${first.sessionId}`, `/checkout/${second.sessionId}`, "/pay/retour"]) {
      expect([path, await pageStatus(home, path)]).toEqual([path, 200]);
      expect([path, await pageStatus(away, path)]).toEqual([path, 421]);
    }
    const listed = (await home.request("GET", "/checkout/sessions?limit=100")).body.data;
    const ids = listed.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining([first.sessionId, second.sessionId]));
  });

  it("has its payments of both cells under way go on, and each is taken once", async () => {
    await home.advance(180_000, 10_000);
    await away.advance(180_000, 10_000);
    await home.advance(180_000, 10_000);
    const ends = new Map((await chargesIn(all, home)).map(({ id, status }) => [id, status]));
    const own = await home.owner.query<{ n: number }>({
      text: "select count(*)::int as n from simulator.operations where kind = 'PAYMENT'",
    });
    // Two of before, one of which was refused, and the one that was under way.
    expect(own).toEqual([{ n: 3 }]);
    expect([...ends.values()].toSorted()).toEqual(["FAILED", "SUCCEEDED", "SUCCEEDED", "SUCCEEDED"]);
    const third = await startPaying(all, home);
    expect(third.sessionId).toMatch(/^cs_[0-9a-z]{58}$/);
    await home.advance(180_000, 10_000);
    expect((await answeredStatus(home, third)).status).toBe("SUCCEEDED");
    for (const cell of [home, away]) await expectInvariants(cell.owner);
  });

  it("has receipts of both cells checked", async () => {
    for (const { sessionId } of [first, second]) {
      const page = await home.request("GET", `/checkout/sessions/${sessionId}`, { apiKey: all.key });
      expect(page.status).toBe(200);
    }
    const sessions = await home.owner.query<{ id: Id<"checkoutSession">; no: MerchantNo }>({
      text: "select id, merchant_no as no from checkout_sessions where status = 'SUCCEEDED' order by id",
    });
    expect(sessions.length).toBe(4);
    const receipts = sessions.map(({ id, no }) => formatReceiptId(home.keyring, { id, merchantNo: no }));
    expect(receipts.filter((id) => id.startsWith("rc_sn_")).length).toBe(1);
    for (const id of receipts)
      expect([id, await pageStatus(home, `/checkout/receipts/${id}`)]).toEqual([id, 200]);
  });

  it("can leave again, and is frozen then like any other", async () => {
    await move(all, home, away);
    expect(await answered(home, "/payments/charges", all.key)).toEqual({ cell: "sn", answeredBy: null });
    expect(await answered(home, "/checkout/links/retour", null)).toEqual({ cell: "sn", answeredBy: null });
    for (const [path, key] of namesOf(all, [first.sessionId, second.sessionId], ["kiosque", "retour"]))
      expect([path, await answered(away, path, key)]).toEqual([path, 200]);
    for (const cell of [home, away]) await expectInvariants(cell.owner);
  });
});

async function answeredStatus(cell: TestApp, { sessionId }: Paying) {
  return (await cell.request("GET", `/checkout/pay/${sessionId}/status`, { apiKey: null })).body.data;
}

describe("a merchant that moved to sn and moves on to ci", () => {
  let all: Cells;
  let first: Paying;
  let second: Paying;
  beforeAll(async () => {
    all = await openCells(197);
    const [home, sn, ci] = all.cells;
    first = await startPaying(all, home);
    await move(all, home, sn);
    second = await startPaying(all, sn);
    await makeLink(all, sn, "etape");
    await move(all, sn, ci);
  }, 120_000);
  afterAll(() => all?.close());
  const everyName = () => namesOf(all, [first.sessionId, second.sessionId], ["kiosque", "etape"]);

  it("is found in ci by its key, the ids of both cells before, and links of both", async () => {
    const [, , ci] = all.cells;
    for (const [path, key] of everyName()) expect([path, await answered(ci, path, key)]).toEqual([path, 200]);
    for (const path of [`/checkout/${first.sessionId}`, `/checkout/${second.sessionId}`, "/pay/sn_etape"])
      expect([path, await pageStatus(ci, path)]).toEqual([path, 200]);
    const listed = (await ci.request("GET", "/checkout/sessions?limit=100", { apiKey: all.key })).body.data;
    const ids = listed.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining([first.sessionId, second.sessionId]));
  });

  it("is refused in sn with ci's code, also by what the first cell has given out", async () => {
    const [, sn] = all.cells;
    for (const [path, key] of everyName())
      expect([path, await answered(sn, path, key)]).toEqual([path, { cell: "ci", answeredBy: "sn" }]);
  });

  it("is refused in the first cell with sn's code, until that cell is told; then with ci's", async () => {
    const [home, sn, ci] = all.cells;
    expect(await answered(home, "/payments/charges", all.key)).toEqual({ cell: "sn", answeredBy: null });
    const common = {
      merchantId: home.merchantId as MerchantId,
      ids: home.app.ids,
      clock: home.clock,
      movedBy: "a test",
    };
    await expect(noteMovedOn({ ...common, here: sideOf(ci), there: sideOf(sn) })).rejects.toThrow(
      "it does not live in cell sn",
    );
    await expect(noteMovedOn({ ...common, here: sideOf(home), there: sideOf(sn) })).rejects.toThrow(
      "it does not live in cell sn",
    );
    await noteMovedOn({ ...common, here: sideOf(home), there: sideOf(ci) });
    await noteMovedOn({ ...common, here: sideOf(home), there: sideOf(ci) });
    await look(all);
    expect(await answered(home, "/payments/charges", all.key)).toEqual({ cell: "ci", answeredBy: null });
    const entries = await home.owner.query<{ to: string }>({
      text: "select after::jsonb->>'to' as to from audit_log where action = 'merchant.moved_away' order by id",
    });
    expect(entries.map(({ to }) => to).toSorted()).toEqual(["ci", "sn"]);
  });

  it("has its payments of both cells under way go on there, and each is taken once", async () => {
    const [home, sn, ci] = all.cells;
    await home.advance(180_000, 10_000);
    await sn.advance(180_000, 10_000);
    await ci.advance(180_000, 10_000);
    const statuses = (await chargesIn(all, ci)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(["FAILED", "SUCCEEDED", "SUCCEEDED", "SUCCEEDED"]);
    const passedOn = all.logs.map(({ lines }) =>
      lines.filter(({ event }) => event === "provider.callback.passed_on").map(({ fields }) => fields.status),
    );
    expect(passedOn).toEqual([[204], [204], []]);
    for (const cell of all.cells) await expectInvariants(cell.owner);
  });
});

describe("a merchant that left sn and the first cell long ago", () => {
  let all: Cells;
  beforeAll(async () => {
    // What is cleared is older than 35 days by the database's clock.
    all = await openCells(207);
    const [home, sn] = all.cells;
    await startPaying(all, home);
    await move(all, home, sn);
  }, 120_000);
  afterAll(() => all?.close());

  const clearing = (more: Partial<Clearing> = {}): Clearing => {
    const [home, sn] = all.cells;
    return {
      ...{ here: sideOf(home), there: sideOf(sn), merchantId: home.merchantId as MerchantId },
      ...{ ids: home.app.ids, clock: home.clock, movedBy: "a test" },
      ...more,
    };
  };
  const rowsOf = async (tables: readonly string[]) => {
    const counted: Record<string, number> = {};
    for (const table of tables) {
      const [row] = await all.cells[0].owner.query<{ n: number }>({
        text: `select count(*)::int as n from ${table} where merchant_no = $1`,
        values: [all.cells[0].merchantNo],
      });
      counted[table] = row?.n ?? -1;
    }
    return counted;
  };
  const gone = ["webhook_endpoints", "webhook_deliveries", "events", "idempotency_keys", "notes"];
  const kept = [
    ...["wallets", "ledger_transfers", "ledger_seals", "settlements", "charges", "refunds", "payouts"],
    ...["checkout_sessions", "payment_intents", "payment_links", "link_slugs", "api_keys"],
  ];

  it("is not cleared where it lives, nor before 35 days, nor for a cell that does not hold it", async () => {
    const [home, sn, ci] = all.cells;
    await expect(clearLeft(clearing())).rejects.toThrow("it left 0 days ago");
    await home.owner.query({ text: "update merchant_moves set thawed_at = thawed_at - interval '36 days'" });
    await expect(clearLeft(clearing({ there: sideOf(ci) }))).rejects.toThrow("it does not live in cell ci");
    await expect(clearLeft(clearing({ here: sideOf(sn), there: sideOf(home) }))).rejects.toThrow(
      "it lives in cell sn",
    );
  });

  it("is cleared of personal data, in rounds that a kill does not undo, and the books stay whole", async () => {
    const [home] = all.cells;
    const before = await rowsOf(kept);
    expect(Object.values(await rowsOf(gone)).every((rows) => rows > 0)).toBe(true);
    const planned = await clearLeft(clearing({ isDry: true }));
    expect(planned.map(({ table }) => table)).toEqual(expect.arrayContaining(gone));
    let rounds = 0;
    const killed = clearLeft(
      clearing({
        afterRound: async () => {
          rounds += 1;
          if (rounds === 3) throw new Error("killed");
        },
      }),
    );
    await expect(killed).rejects.toThrow("killed");
    await clearLeft(clearing());
    expect(await clearLeft(clearing({ isDry: true }))).toEqual([
      { table: "charges", rows: before.charges },
      { table: "beneficiaries", rows: 1 },
    ]);
    expect(Object.values(await rowsOf(gone)).every((rows) => rows === 0)).toBe(true);
    expect(await rowsOf(kept)).toEqual(before);
    const ledger = await checkLedger(home.owner, home.merchantNo);
    expect([ledger.problem, ledger.seals > 0]).toEqual([null, true]);
    // Events of before count for nobody, as where they are forgotten by age.
    const span = { sinceMs: home.clock.nowMs() + 2 * 86_400_000, provedBeforeMs: null };
    for (const invariant of invariants)
      expect([invariant.name, await checkInvariant(home.owner, invariant, span)]).toEqual([
        invariant.name,
        [],
      ]);
  });

  it("names nobody who paid or was paid any more, and what is read of its payments opens", async () => {
    const [home] = all.cells;
    const charges = await home.owner.query<{ id: string; payer: Buffer; mac: Buffer | null }>({
      text: "select id, payer, payer_phone_mac as mac from charges where merchant_no = $1",
      values: [home.merchantNo],
    });
    expect(charges.length).toBeGreaterThan(0);
    for (const { id, payer, mac } of charges) {
      expect(openPayer(home.keyring, { merchantNo: home.merchantNo, id }, payer)).toEqual(NOBODY);
      expect(mac).toBeNull();
    }
    const [named] = await home.owner.query<{ n: number }>({
      text: `select (select count(*) from checkout_sessions where customer is not null)
                  + (select count(*) from payment_intents where customer is not null)
                  + (select count(*) from refunds where recipient is not null)
                  + (select count(*) from charges where method_details ~ '0789|2250')
                  + (select count(*) from beneficiaries where name <> '' or shown ~ '0789|2250' or account_mac is not null)
                  + (select count(*) from payouts where destination ~ 'Awa|0789|2250') as n`,
    });
    expect(Number(named?.n)).toBe(0);
    const [payee] = await home.owner.query<{ id: Id<"beneficiary">; details: Buffer }>({
      text: "select id, details from beneficiaries where merchant_no = $1",
      values: [home.merchantNo],
    });
    if (payee === undefined) throw new Error("the merchant has paid nobody");
    const context = detailsContext(home.merchantNo, payee.id);
    expect(JSON.parse(home.keyring.open(payee.details, context).toString())).toEqual(NO_DETAILS);
    const paid = await home.owner.query({
      text: "select destination::jsonb ->> 'operator' as operator from payouts",
    });
    expect(paid).toEqual([{ operator: "MTN" }]);
  });

  it("is answered 421 as before, nobody can take its slugs, and its rows are still refused", async () => {
    const [home] = all.cells;
    await look(all);
    for (const [path, key] of namesOf(all, [], ["kiosque"]))
      expect([path, await answered(home, path, key)]).toEqual([path, { cell: "sn", answeredBy: null }]);
    await expect(
      home.db.query({
        text: "insert into link_slugs (slug, merchant_no, link_id) values ('kiosque', 4242, gen_random_uuid())",
      }),
    ).rejects.toThrow("link_slugs_pkey");
    await expect(
      home.owner.query({ text: "delete from charges where merchant_no = $1", values: [home.merchantNo] }),
    ).rejects.toThrow("lives in another cell");
    await home.advance(60_000, 10_000);
  });

  it("can still come back, with everything", async () => {
    const [home, sn] = all.cells;
    const charges = await chargesIn(all, sn);
    await move(all, sn, home);
    expect(await chargesIn(all, home)).toEqual(charges);
    expect(await answered(home, "/payments/charges", all.key)).toBe(200);
    for (const cell of [home, sn]) await expectInvariants(cell.owner);
  });
});
