import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { openServiceKeyring } from "../../src/keyring/index.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { createIdSource, type TenantId } from "../../src/kit/ids.ts";
import type { Keyring } from "../../src/kit/keyring.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { Secret } from "../../src/kit/secret.ts";
import { createRoutingSetUp } from "../../src/modules/routing/index.ts";
import { mtnMomoStandIn } from "../../src/providers/mtn-momo/stand-in.ts";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import { expectNothingLost, findDifferences } from "../crash/kept.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type Load, startLoad } from "../harness/load.ts";
import { addNeighbour, startFront } from "../harness/moving-merchant.ts";
import { testSeed } from "../harness/seed.ts";
import { createServiceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";

const run = promisify(execFile);
const command = resolve(import.meta.dirname, "../../../bin/cauris-server.mjs");
const PER_SECOND = 50;
/** More than the rate in the time that a payer takes, also while all of them wait for the end of the freeze. */
const PAYERS = 150;
/** Payments of the merchant before the move, and in the new cell after it. */
const PAYMENTS = 150;
const FROZEN_SECONDS_MAX = 5;
/** MTN tells of a payment after a second, or before it has answered; the new cell's simulator does other things with them. */
const ENDINGS = ["279", "469"];

interface Cell {
  readonly code: string | null;
  readonly database: TestDatabase;
  readonly home: ServiceHome;
  readonly key: string;
  readonly service: ServiceProcess;
}

/** Two real services, each with its own database and master key, and MTN, which both can reach. */
let from: Cell;
let to: Cell;
let mtn: RunningStandIn;
let front: Awaited<ReturnType<typeof startFront>>;
let folder: string;
let ours: Load;
let theirs: Load;
const random = createSystemRandom();
const originOf = (code: string | null): string => (code === "sn" ? to : from).service.origin;

async function openCell(code: string | null): Promise<Cell> {
  const [database, key] = [await createTestDatabase(), random.bytes(32).toString("hex")];
  const home = await createServiceHome({
    DATABASE_URL: database.ownerUrl,
    MASTER_KEY: key,
    PUBLIC_URL: front.origin,
    ALLOW_LOCAL_PROVIDERS: "1",
    ...(code === null ? {} : { CELL: code }),
  });
  return { code, database, home, key, service: await home.start() };
}

beforeAll(async () => {
  console.info(`seed ${testSeed()}`);
  folder = await mkdtemp(join(tmpdir(), "cauris-move-"));
  mtn = await openStandIn(mtnMomoStandIn, {
    ...{ clock: systemClock, random, settleAfterMs: 1_000, reportEveryMs: 200 },
  });
  front = await startFront(originOf);
  [from, to] = await Promise.all([openCell(null), openCell("sn")]);
}, 120_000);
afterAll(async () => {
  await Promise.all([ours, theirs].map((load) => load?.abort()));
  await mtn?.close();
  for (const cell of [from, to]) {
    await cell?.home.remove();
    await cell?.database.drop();
  }
  front?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Leads the mobile money of all merchants of a tenant to MTN: of this cell's simulator, payments that are under way hold a move up. */
async function leadToMtn({ database }: Cell, keyring: Keyring, tenantId: TenantId): Promise<void> {
  const ids = createIdSource(systemClock, random);
  const setUp = createRoutingSetUp({ ids, keyring, clock: systemClock });
  const scope = { tenantId, mode: "SANDBOX" } as const;
  await database.owner.transaction(async (tx) => {
    const subTenantId = await setUp.createSubTenant(tx, { tenantId, name: "MTN" }, systemActor);
    const settings = { ...mtnMomoStandIn.accountSettings(mtn.url, "first"), targetEnvironment: "sandbox" };
    await setUp.createProviderAccount(
      tx,
      {
        ...{ ...scope, subTenantId, provider: mtnMomoStandIn.name, name: "MTN", methods: ["MOBILE_MONEY"] },
        ...{ currencies: [], countries: [], operators: [], automaticSuspension: false, settings },
      },
      systemActor,
    );
    await setUp.createRule(tx, { ...scope, method: "MOBILE_MONEY", subTenantId, priority: 1 }, systemActor);
  });
  await database.owner.query({
    text: "update provider_accounts set status = 'ENABLED' where provider = 'mtn_momo'",
  });
  await database.owner.query({ text: "select pg_notify('routing_changed', $1)", values: [tenantId] });
}

const succeeded = (load: Load) =>
  [...load.payments.values()].filter((payment) => payment.succeeded !== null).length;

async function paid(load: Load, count: number): Promise<void> {
  const before = succeeded(load);
  while (succeeded(load) - before < count) await sleep(50);
}

/** Runs the command and returns what it printed. */
async function move(args: readonly string[], env: Record<string, string>): Promise<string> {
  const child: ChildProcess = spawn(process.execPath, [command, "merchant", "move", ...args], { env });
  let told = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      told += chunk.toString();
    });
  expect([await new Promise((done) => child.once("exit", done)), told]).toEqual([0, expect.anything()]);
  return told;
}

interface Answer {
  readonly data: { readonly id: string; readonly status: string };
  readonly error?: { readonly code: string };
}

it(`a merchant with ${PER_SECOND} payments a second is moved by the command: none is lost, none is taken twice, and its clients find the new cell`, async () => {
  const { merchantId, apiKey } = await from.home.sandbox();
  const [tenant] = await from.database.owner.query<{ id: TenantId }>({
    text: "select tenant_id as id from merchants where id = $1",
    values: [merchantId],
  });
  if (tenant === undefined) throw new Error("the sandbox has its merchant");
  const { db } = from.database;
  const keyring = await openServiceKeyring(
    { db, clock: systemClock, random },
    { masterKey: new Secret(Buffer.from(from.key, "hex")), dataDir: folder },
  );
  await leadToMtn(from, keyring, tenant.id);
  const neighbour = await addNeighbour({ db, keyring }, tenant.id);
  const load = { origin: from.service.origin, originOf, endings: ENDINGS };
  ours = startLoad({ ...load, apiKey, payers: PAYERS, perSecond: PER_SECOND, seed: testSeed() });
  theirs = startLoad({ ...load, apiKey: neighbour, payers: 10, perSecond: 3, seed: testSeed() + 1 });
  /** Repeats while a busy service, or the move, refuses. */
  const ask = async (
    origin: string,
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly body: Answer }> => {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const read = { status: answer.status, body: (await answer.json()) as never as Answer };
    if (read.status !== 503) return read;
    await sleep(200);
    return ask(origin, path, body);
  };
  const order = { amount: "5000", currency: "XOF", title: "Commande" };
  const open = await ask(from.service.origin, "/checkout/sessions", order);
  expect(open.status).toBe(201);
  await paid(ours, 50);
  const measured = { count: succeeded(ours), atMs: performance.now() };
  await paid(ours, PAYMENTS);
  const rate = ((succeeded(ours) - measured.count) * 1_000) / (performance.now() - measured.atMs);

  const [tenantThere] = await to.database.owner.query<{ id: string }>({
    text: "select tenant_id as id from merchants order by created_at limit 1",
  });
  const place = join(folder, "sn.env");
  await writeFile(
    place,
    `CELL=sn\nDATABASE_URL=${to.database.ownerUrl}\nMASTER_KEY=${to.key}\nDATA_DIR=${folder}\n`,
  );
  const env = {
    PATH: process.env.PATH ?? "",
    DATABASE_URL: from.database.ownerUrl,
    MASTER_KEY: from.key,
    DATA_DIR: folder,
  };
  const before = { ours: ours.payments.size, theirs: succeeded(theirs), atMs: performance.now() };
  const told = await move(["--merchant", merchantId, "--to", place, "--tenant", tenantThere?.id ?? ""], env);
  const movedMs = performance.now() - before.atMs;
  expect(told).toContain(`Merchant ${merchantId} lives in cell sn now.`);
  const [, rows, frozenSeconds] = /(\d+) rows were copied.* nobody wrote for (\d+\.\d) s/.exec(told) ?? [];
  const during = { ours: ours.payments.size - before.ours, theirs: succeeded(theirs) - before.theirs };

  // A second later each process knows.
  const settled = { timeout: 10_000, interval: 200 };
  await expect
    .poll(async () => (await ask(from.service.origin, "/checkout/sessions", order)).body.error?.code, settled)
    .toBe("WRONG_CELL");
  await expect
    .poll(async () => (await ask(from.service.origin, "/payments/charges")).status, settled)
    .toBe(421);
  await expect
    .poll(async () => (await ask(to.service.origin, "/payments/charges")).status, settled)
    .toBe(200);
  const { id } = open.body.data;
  expect((await ask(to.service.origin, `/checkout/sessions/${id}`)).body.data).toMatchObject({
    id,
    status: "OPEN",
  });
  expect((await ask(to.service.origin, `/checkout/pay/${id}/status`)).body.data.status).toBe("OPEN");
  const { stdout: map } = await run(process.execPath, [command, "merchant", "moved"], { env });
  expect(map).toMatch(/^id::[0-9a-z]{6} cell_sn\n[\s\S]*^[0-9a-f]{64} cell_sn\n/m);

  await paid(ours, PAYMENTS);
  await Promise.all([ours, theirs].map((one) => one.finish()));
  const answers = (load: Load, end: string) => load.failures.filter((line) => line.endsWith(end)).length;
  console.info(
    `seed ${testSeed()}: ${rate.toFixed(0)} payments a second; ${rows} rows moved in ${(movedMs / 1_000).toFixed(1)} s, frozen ${frozenSeconds} s; ` +
      `during the move ${during.ours} payments began, and ${during.theirs} of the neighbour succeeded; in all ${ours.payments.size} and ${theirs.payments.size}; ` +
      `${answers(ours, " moving")} answers 503 for the move, ${answers(ours, " WRONG_CELL")} answers 421, who waited longest was refused for ${(ours.refusedMsMax() / 1_000).toFixed(1)} s; ` +
      `of a busy service ${answers(ours, " overloaded")} and ${answers(theirs, " overloaded")} answers 503`,
  );
  expect(Number(frozenSeconds)).toBeLessThanOrEqual(FROZEN_SECONDS_MAX);
  expect(during.ours).toBeGreaterThan(0);
  // A busy machine may refuse anybody; the move refuses its merchant alone.
  const refusal = / 503 SERVICE_UNAVAILABLE(?: overloaded)?$/;
  expect(theirs.failures.filter((line) => !refusal.test(line))).toEqual([]);
  const moving = / (?:503 SERVICE_UNAVAILABLE moving|421 WRONG_CELL)$/;
  expect(ours.failures.filter((line) => !refusal.test(line) && !moving.test(line))).toEqual([]);
  await expectBooks(merchantId);
}, 180_000);

/** Every acknowledged payment is there once: at MTN, in the books of the cell that its merchant lives in, and nowhere twice. */
async function expectBooks(merchantId: string): Promise<void> {
  for (const [cell, load] of [
    [to, ours],
    [from, theirs],
  ] as const) {
    expect(load.surprises).toEqual([]);
    const payments = [...load.payments.values()];
    expect(payments.filter(({ succeeded }) => succeeded === null)).toEqual([]);
    await expectNothingLost(cell.database.owner, payments);
  }
  // The rows of both cells: of the moved merchant by its new number, of the neighbour by its own.
  const left = "(select unnest(numbers) from merchant_moves where direction = 'OUT')";
  const charges = await Promise.all(
    [from, to].map(({ database }) =>
      database.owner.query<{ id: string; reference: string; amount: bigint }>({
        text: `select c.id, c.provider_reference as reference, c.amount from charges c join provider_accounts a on a.id = c.provider_account_id
                where a.provider = 'mtn_momo' and c.status = 'SUCCEEDED' and c.merchant_no not in ${left}`,
      }),
    ),
  );
  const taken = mtn.book.list().map(({ id, status, amount }) => `${id} ${status} ${amount.minor}`);
  // MTN's sandbox counts euros with the same digits.
  const booked = charges.flat().map(({ reference, amount }) => `${reference} SUCCEEDED ${amount}00`);
  expect(taken.toSorted()).toEqual(booked.toSorted());
  const atMtn = new Set(charges.flat().map((charge) => `${charge.id}: a succeeded charge, not in the book`));
  const simulated = await findDifferences(to.database.owner);
  expect(simulated.filter((line) => !atMtn.has(line))).toEqual([]);

  // What the old cell had booked when the merchant left is what the new one began with, and nothing came to it since.
  const booksOf = ({ database }: Cell) =>
    database.owner.query<{ id: string; text: string }>({
      text: `select t.id, concat_ws(' ', t.wallet_id, t.position, t.type, t.amount) as text from ledger_transfers t
               join merchant_numbers n using (merchant_no) where n.merchant_id = $1`,
      values: [merchantId],
    });
  const [old, now] = [await booksOf(from), await booksOf(to)];
  const kept = new Map(now.map((transfer) => [transfer.id, transfer.text]));
  expect(old.filter((transfer) => kept.get(transfer.id) !== transfer.text)).toEqual([]);
  expect([old.length > 0, now.length > old.length]).toEqual([true, true]);
  for (const { database } of [from, to]) await expectInvariants(database.owner);
}
