import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { merchant } from "../../src/commands/merchant.ts";
import { rehearsalText } from "../../src/commands/merchant-rehearsal.ts";
import { checkInvariants } from "../../src/invariants/index.ts";
import { openServiceKeyring } from "../../src/keyring/index.ts";
import type { CellCode } from "../../src/kit/cell.ts";
import { systemClock } from "../../src/kit/clock.ts";
import type { Id, MerchantId, TenantId } from "../../src/kit/ids.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { Secret } from "../../src/kit/secret.ts";
import { rehearseMove } from "../../src/merchant-move/rehearse.ts";
import { MoveRefusedError, type Rehearsal } from "../../src/merchant-move/types.ts";
import { UnreadableValueError } from "../../src/merchant-move/values.ts";
import { openCustomer, referenceEndOf } from "../../src/modules/payments/index.ts";
import { createOwner } from "../contract/estate.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { arrangeMerchant, type Send } from "../harness/moving-merchant.ts";

/** A merchant with a bit of everything in the default cell, copied to cell `sn`, which has keys and tenants of its own. */
let from: TestApp;
let to: TestApp;
let tenantId: TenantId;
let send: Send;
beforeAll(async () => {
  [from, to] = await Promise.all([
    startTestApp({ seed: 81 }),
    startTestApp({ seed: 82, cell: "sn" as CellCode }),
  ]);
  ({ tenantId } = await to.app.merchants.profile(to.merchantNo));
  send = await arrangeMerchant(from);
}, 60_000);
afterAll(() => Promise.all([from, to].map((cell) => cell?.stop())));

const rehearsal = (more: Partial<Rehearsal> = {}): Rehearsal => ({
  from: { db: from.db, keyring: from.keyring },
  to: { db: to.db, keyring: to.keyring },
  merchantId: from.merchantId as MerchantId,
  tenantId,
  nowMs: () => performance.now(),
  ...more,
});
const merchantsThere = async () =>
  (await to.owner.query({ text: "select id from merchants where id = $1", values: [from.merchantId] }))
    .length;

describe("the rehearsal of a move", () => {
  it("copies every row, opens in the other cell what was sealed here, keeps the books whole, and takes it back", async () => {
    let readThere: unknown;
    const report = await rehearseMove(
      rehearsal({
        inspect: async (copy, numbers) => {
          const sandbox = numbers.find(({ mode }) => mode === "SANDBOX");
          if (sandbox === undefined) throw new Error("the sandbox moves");
          expect(await checkInvariants(copy)).toEqual([]);
          const [intent] = await copy.query<{ id: Id<"paymentIntent">; customer: Buffer }>({
            text: "select id, customer from payment_intents where merchant_no = $1 and customer is not null",
            values: [sandbox.to],
          });
          if (intent === undefined) throw new Error("the intent with a customer was copied");
          readThere = openCustomer(to.keyring, sandbox.to, intent.id, intent.customer);
        },
      }),
    );
    expect(readThere).toEqual({ name: "Awa Koné", email: "awa@example.org" });
    const rows = new Map(
      report.tables.filter(({ mode }) => mode === "SANDBOX").map(({ table, rows: n }) => [table, n]),
    );
    expect(Object.fromEntries(rows)).toMatchObject({
      checkout_sessions: 3,
      charges: 2,
      refunds: 1,
      payouts: 1,
      beneficiaries: 1,
      payment_links: 1,
      link_slugs: 1,
      webhook_endpoints: 1,
      notes: 1,
    });
    for (const { mode, table, rows: count } of report.tables) {
      if (table === "merchants") continue;
      const [here] = await from.owner.query<{ n: number }>({
        text: `select count(*)::int as n from ${table} t where ${
          table === "key_claims"
            ? "t.key_id in (select id from api_keys where merchant_no = $1)"
            : "t.merchant_no = $1"
        }`,
        values: [await numberOf(mode)],
      });
      expect([table, count]).toEqual([table, here?.n]);
    }
    expect(report.ledgers.find(({ mode }) => mode === "SANDBOX")).toMatchObject({ problem: null });
    expect(report.ledgers.find(({ mode }) => mode === "SANDBOX")?.seals).toBeGreaterThan(0);
    expect(report.accounts).toBe(1);
    expect(await merchantsThere()).toBe(0);
    expect(rehearsalText(from.merchantId, "sn", report)).toMatch(
      /was copied to cell sn, the copy is the original, and it was taken back\.\nNothing is changed.*\n\n(?: {2}(?:SANDBOX|LIVE) +\w+ +\d+ {2}[0-9a-f]{64}\n)+ {2}SANDBOX: 2 wallets/,
    );
    await expectInvariants(from.owner);
    await expectInvariants(to.owner);
  });

  it("gives the same digests when nothing happened, and another one when something did", async () => {
    const digests = async () =>
      (await rehearseMove(rehearsal())).tables.map(({ mode, table, sha256 }) => `${mode} ${table} ${sha256}`);
    const before = await digests();
    expect(await digests()).toEqual(before);
    await send(`/merchant/merchants/${from.merchantId}/webhook-endpoints`, {
      url: "http://127.0.0.1:9/other",
      events: ["*"],
    });
    const after = await digests();
    const changed = after.filter((each) => !before.includes(each)).map((each) => each.split(" ")[1]);
    expect(changed).toContain("webhook_endpoints");
    expect(changed).not.toContain("charges");
  });
});

async function numberOf(mode: string): Promise<number> {
  const [row] = await from.owner.query<{ no: number }>({
    text: "select merchant_no as no from merchant_numbers where merchant_id = $1 and mode = $2",
    values: [from.merchantId, mode],
  });
  if (row === undefined) throw new Error(`there is a number for ${mode}`);
  return row.no;
}

describe("a rehearsal is refused, and leaves nothing, ", () => {
  const NOBODY = "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f";
  it.each([
    ["to the same cell", () => ({ to: rehearsal().from }), "both are the same cell"],
    [
      "of a merchant that is not there",
      () => ({ merchantId: NOBODY as MerchantId }),
      `there is no merchant ${NOBODY}`,
    ],
    [
      "to a tenant that is not there",
      () => ({ tenantId: NOBODY as TenantId }),
      `there is no tenant ${NOBODY}`,
    ],
  ])("%s", async (_what, more, words) => {
    const refused = rehearseMove(rehearsal(more()));
    await expect(refused).rejects.toThrow(MoveRefusedError);
    await expect(refused).rejects.toThrow(words);
    expect(await merchantsThere()).toBe(0);
  });

  it("to a tenant without a sub-tenant, which no account at a provider could belong to", async () => {
    const bare = await to.db.transaction((tx) => to.app.merchants.createTenant(tx, { name: "Nouvelle" }));
    await expect(rehearseMove(rehearsal({ tenantId: bare }))).rejects.toThrow("has no sub-tenant");
    expect(await merchantsThere()).toBe(0);
  });

  /** With the database changed by `plant` and changed back. */
  async function refusedAfter(cell: TestApp, plant: string, takeBack: string): Promise<unknown> {
    await cell.owner.query({ text: plant });
    try {
      return await rehearseMove(rehearsal()).then(
        () => null,
        (error: unknown) => error,
      );
    } finally {
      await cell.owner.query({ text: takeBack });
      expect(await merchantsThere()).toBe(0);
    }
  }

  it.each([
    [
      "when a slug is another merchant's there",
      () => to,
      `insert into link_slugs (slug, merchant_no, link_id) values ('kiosque', 1, '${NOBODY}')`,
      "delete from link_slugs where slug = 'kiosque'",
      "links of another merchant have these slugs in the other cell: kiosque",
    ],
    [
      "of an archive",
      () => from,
      "update merchants set archive_of = id",
      "update merchants set archive_of = null",
      "it is the archive of a sandbox that was reset",
    ],
    [
      "when the releases differ",
      () => to,
      "alter table refunds add column later text",
      "alter table refunds drop column later",
      "the cells are not of one release: refunds has other columns there",
    ],
    [
      "when a seal does not hold",
      () => from,
      "update ledger_seals set hash = sha256(hash)",
      "select 1",
      "does not hold: wallet",
    ],
  ])("%s", async (_what, cell, plant, takeBack, words) => {
    // The seals come last: they stay changed.
    const error = await refusedAfter(cell(), plant, takeBack);
    expect(error).toBeInstanceOf(MoveRefusedError);
    expect(String(error)).toContain(words);
  });

  it("when a value does not open: with another cell's keys, or altered", async () => {
    const wrongKeys = rehearseMove(
      rehearsal({ from: { db: from.db, keyring: { ...to.keyring, cell: null } } }),
    );
    await expect(wrongKeys).rejects.toThrow(UnreadableValueError);
    const error = await refusedAfter(
      from,
      "update webhook_endpoints set secret = set_byte(secret, 70, get_byte(secret, 70) # 1)",
      "update webhook_endpoints set secret = set_byte(secret, 70, get_byte(secret, 70) # 1)",
    );
    expect(String(error)).toMatch(
      /webhook_endpoints\.secret of row [0-9a-f-]{36} does not open with its cell's keys/,
    );
    const hash = await refusedAfter(
      from,
      "update charges set payer_phone_mac = sha256(payer_phone_mac)",
      "select 1",
    );
    expect(String(hash)).toContain("charges.payer_phone_mac of row");
  });
});

describe("the command", () => {
  const folder = mkdtempSync(join(tmpdir(), "cauris-move-"));
  const masterKeys = { from: createSystemRandom().bytes(32), to: createSystemRandom().bytes(32) };
  const settingsOf = (cell: TestApp, masterKey: Buffer, code: string | null) => ({
    DATABASE_URL: cell.ownerUrl,
    MASTER_KEY: masterKey.toString("hex"),
    DATA_DIR: folder,
    ...(code === null ? {} : { CELL: code }),
  });
  const path = join(folder, "sn.env");
  const told: string[] = [];
  const run = (merchantId: string) =>
    merchant(["move", "--merchant", merchantId, "--rehearse", "--to", path, "--tenant", tenantId]);

  beforeAll(async () => {
    const lines = Object.entries(settingsOf(to, masterKeys.to, "sn")).map(
      ([name, value]) => `${name}=${value}`,
    );
    await writeFile(path, lines.join("\n"));
    for (const [name, value] of Object.entries(settingsOf(from, masterKeys.from, null)))
      vi.stubEnv(name, value);
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, "write").mockImplementation((text) => told.push(String(text)) > 0);
  });
  afterEach(() => told.splice(0));
  afterAll(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  it("refuses a cell that has never been started, and makes no keys for it", async () => {
    expect(await run(from.merchantId)).toBe(1);
    expect(told.join("")).toBe(
      "The rehearsal was refused, and nothing is changed: the default cell has never been started: its database has no keys.\n",
    );
    expect(await from.owner.query({ text: "select from data_keys" })).toEqual([]);
  });

  it("opens both cells with their own keys, copies, and says what it found", async () => {
    const ports = { clock: systemClock, random: createSystemRandom() };
    const keyOf = (bytes: Buffer) => ({ masterKey: new Secret(bytes), dataDir: folder });
    await openServiceKeyring({ db: from.db, ...ports }, keyOf(masterKeys.from));
    await openServiceKeyring({ db: to.db, ...ports }, { ...keyOf(masterKeys.to), cell: "sn" as CellCode });
    const { tenantId: own } = await from.app.merchants.profile(from.merchantNo);
    const { merchantId } = await createOwner(from, own, "Autre");
    expect([await run(merchantId), told.join("")]).toEqual([
      0,
      expect.stringMatching(
        /^Merchant .* was copied to cell sn,[\s\S]*\n {2}SANDBOX merchants {2,}1 {2}[0-9a-f]{64}\n/,
      ),
    ]);
    told.splice(0);
    const rename = "update schema_migrations set name = $2 where name = $1";
    const [latest] = await to.owner.query<{ name: string }>({
      text: "select name from schema_migrations order by name desc limit 1",
    });
    await to.owner.query({ text: rename, values: [latest?.name, "another"] });
    expect(await run(merchantId)).toBe(1);
    expect(told.splice(0).join("")).toBe(
      `The rehearsal was refused, and nothing is changed: cell sn has an older schema than this command (it lacks ${latest?.name}): run cauris-server migrate there first.\n`,
    );
    await to.owner.query({ text: rename, values: ["another", latest?.name] });
    // The first merchant's values were sealed by the test's own keys, not by these.
    expect(await run(from.merchantId)).toBe(1);
    expect(told.join("")).toMatch(
      /does not open with its cell's keys: it was altered, or MASTER_KEY is another cell's\.\n$/,
    );
  });

  it("moves, says each step and what is left to do, and gives nothing up afterwards", async () => {
    const { tenantId: own } = await from.app.merchants.profile(from.merchantNo);
    const { merchantId, numbers } = await createOwner(from, own, "Partante");
    const place = ["move", "--merchant", merchantId, "--to", path];
    expect([await merchant([...place, "--give-up"]), told.splice(0).join("")]).toEqual([
      1,
      "It was refused: no move of this merchant is under way.\nThe merchant lives in the default cell, and no move of it is under way.\n",
    ]);
    expect([await merchant([...place, "--tenant", tenantId]), told.join("")]).toEqual([
      0,
      expect.stringMatching(
        /^planned: .*\ncopied .*\nfrozen: .*\nverified: .*\nswitched: .*\nthawed: .*\n\nMerchant .* lives in cell sn now\.\n/,
      ),
    ]);
    expect(told.splice(0).join("")).toContain("\n     SANDBOX XOF: 0 minor units\n");
    expect([await merchant([...place, "--give-up"]), told.splice(0).join("")]).toEqual([
      1,
      expect.stringContaining(
        "It was refused: it is switched: the other cell may have written since, so the move can only go on.\nThe merchant lives in cell sn.\n",
      ),
    ]);
    const map = [numbers.SANDBOX, numbers.LIVE].map((no) => `id::${referenceEndOf(no)} cell_sn\n`).join("");
    expect([await merchant(["moved"]), told.splice(0).join("")]).toEqual([0, map]);
    const there = ["--merchant", merchantId, "--to", path];
    expect([await merchant(["moved", ...there]), told.splice(0).join("")]).toEqual([
      0,
      `Noted: merchant ${merchantId} lives in cell sn.\n${map}`,
    ]);
    expect([await merchant(["clear", ...there]), told.splice(0).join("")]).toEqual([
      1,
      expect.stringMatching(
        /^It was refused: it left 0 days ago, .* 35\.\nThe merchant lives in cell sn\.\n$/,
      ),
    ]);
    await from.owner.query({
      text: "update merchant_moves set thawed_at = thawed_at - interval '36 days' where merchant_id = $1",
      values: [merchantId],
    });
    expect([await merchant(["clear", ...there, "--dry-run"]), told.splice(0).join("")]).toEqual([
      0,
      expect.stringContaining("nothing is changed.\n"),
    ]);
    expect([await merchant(["clear", ...there]), told.splice(0).join("")]).toEqual([
      0,
      expect.stringContaining(`Merchant ${merchantId} is cleared: `),
    ]);
  });

  it("refuses keys that act for two merchants", async () => {
    const actsFor = (ids: readonly string[]) =>
      from.owner.query({
        text: "update api_keys set merchant_ids = $2 where merchant_no = $1",
        values: [from.merchantNo, ids],
      });
    await actsFor(["0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f"]);
    expect(await run(from.merchantId)).toBe(1);
    expect(told.splice(0).join("")).toContain("API keys act for this merchant and for another one: 2.");
    await actsFor([]);
  });
});
