import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../db/audit.ts";
import { openDedicatedConnection } from "../db/dedicated.ts";
import { haveCommonOrigin } from "../db/origins.ts";
import { allPermissions } from "../http/permissions.ts";
import { money } from "../kit/money.ts";
import { paymentMethods } from "../kit/payment-terms.ts";
import { type Access, createAccess } from "../modules/access/index.ts";
import { setupControlPlane, untilListening } from "../modules/merchants/test-setup.ts";
import { createRouting, feeFor, type Routing, routableMethods } from "../modules/routing/index.ts";
import {
  type HandOverLock,
  openHandOverLock,
  readKnownSandbox,
  seedSandbox,
  writeSandboxFile,
} from "./index.ts";
import type { HandOver } from "./sandbox.ts";
import { sandboxKeyName } from "./sandbox-data.ts";

let plane: Awaited<ReturnType<typeof setupControlPlane>>;
let access: Access;
let routing: Routing;
let folder: string;

beforeEach(async () => {
  plane = await setupControlPlane();
  access = createAccess(plane);
  routing = createRouting(plane);
  await untilListening(plane.db);
  folder = await mkdtemp(join(tmpdir(), "cauris-seed-"));
});
afterEach(async () => {
  access.stop();
  routing.stop();
  plane.merchants.stop();
  await plane.database.drop();
  await rm(folder, { recursive: true });
});

const seed = (
  over: {
    knownApiKey?: string | null;
    knownApproverApiKey?: string | null;
    ownsDatabase?: boolean;
    handOver?: HandOver;
  } = {},
) =>
  seedSandbox({
    ...plane,
    access,
    routing,
    simulatorUrl: "http://127.0.0.1:9/simulator",
    ownsDatabase: true,
    ...over,
  });

const works = (key: string) =>
  access.authenticate(`Bearer ${key}`, "203.0.113.7").then(
    () => true,
    () => false,
  );

describe("the first start", () => {
  test("makes a merchant who can be paid at once by every method", async () => {
    const sandbox = await seed();
    expect(sandbox.isNew).toBe(true);
    const caller = await access.authenticate(`Bearer ${sandbox.apiKey}`, "203.0.113.7");
    expect(caller).toMatchObject({
      merchantId: sandbox.merchantId,
      merchantNo: sandbox.merchantNo,
      mode: "SANDBOX",
      permissions: allPermissions,
    });
    const profile = await plane.merchants.gate(sandbox.merchantNo);
    expect(profile.wallets.map(({ currency }) => currency).sort()).toEqual(["EUR", "XOF"]);
    const snapshot = await routing.snapshotFor(sandbox.tenantId, "SANDBOX");
    const methodsFor = (amount: bigint, currency: "XOF" | "EUR") =>
      routableMethods({
        snapshot,
        amount: money(amount, currency),
        walletCurrencies: ["XOF", "EUR"],
        sessionMethods: null,
        nowMs: plane.clock.nowMs(),
      });
    expect(methodsFor(1n, "XOF")).toEqual(paymentMethods);
    expect(methodsFor(2_000_000n, "XOF")).toEqual(paymentMethods);
    expect(methodsFor(2_000_001n, "XOF")).toEqual(["CARD", "BANK_TRANSFER"]);
    expect(methodsFor(5_000n, "EUR")).toEqual(["WALLET", "CARD", "BANK_TRANSFER", "QR"]);
    expect(feeFor(snapshot, "MOBILE_MONEY", money(5_000n, "XOF"), plane.clock.nowMs()).fee.minor).toBe(75n);
    expect(feeFor(snapshot, "CARD", money(5_000n, "XOF"), plane.clock.nowMs()).fee.minor).toBe(245n);
    expect(feeFor(snapshot, "BANK_TRANSFER", money(5_000n, "XOF"), plane.clock.nowMs()).fee.minor).toBe(100n);
  });

  test("gives the simulator an account with credentials of its own, and payers with wallets", async () => {
    const sandbox = await seed();
    const account = await routing.providerAccount(sandbox.providerAccountId);
    expect(account).toMatchObject({
      provider: "simulator",
      settings: { baseUrl: "http://127.0.0.1:9/simulator" },
    });
    expect(account.settings).toMatchObject({
      apiKey: expect.stringMatching(/^[\w-]{43}$/),
      callbackSecret: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(sandbox.payerWallets.length).toBeGreaterThan(0);
  });
});

describe("later starts", () => {
  const counts = async () => {
    const [row] = await plane.db.query({
      text: `select (select count(*) from tenants) as tenants, (select count(*) from merchants) as merchants,
                    (select count(*) from provider_accounts) as accounts, (select count(*) from routing_rules) as rules,
                    (select count(*) from amount_bounds) as bounds, (select count(*) from fee_schedules) as fees,
                    (select count(*) from wallets) as wallets`,
    });
    return row;
  };

  test("change nothing, and keep the key that is known", async () => {
    const first = await seed();
    const before = await counts();
    const second = await seed({ knownApiKey: first.apiKey, knownApproverApiKey: first.approverApiKey });
    expect(second).toEqual({ ...first, isNew: false, isNewKey: false });
    expect(await counts()).toEqual(before);
    const [keys] = await plane.db.query({ text: "select count(*) as count from api_keys" });
    expect(keys).toEqual({ count: 2n });
  });

  test("by two instances at once make one sandbox", async () => {
    const [one, two] = await Promise.all([seed({ ownsDatabase: false }), seed({ ownsDatabase: false })]);
    expect(one.merchantId).toBe(two.merchantId);
    expect(await counts()).toMatchObject({ tenants: 1n, merchants: 1n });
    expect(await works(one.apiKey)).toBe(true);
    expect(await works(two.apiKey)).toBe(true);
  });

  test.each([null, "nonsense", `svc_mk_sandbox_${"0".repeat(38)}`])(
    "replace a key that is lost or wrong (%j): the old one stops",
    async (knownApiKey) => {
      const first = await seed();
      const second = await seed({ knownApiKey });
      expect(second.apiKey).not.toBe(first.apiKey);
      expect(await works(second.apiKey)).toBe(true);
      expect(await works(first.apiKey)).toBe(false);
    },
  );

  test("replace a lost approver's key alone, and know it from the first one", async () => {
    const first = await seed();
    const second = await seed({ knownApiKey: first.apiKey });
    expect(second.apiKey).toBe(first.apiKey);
    expect(await works(first.approverApiKey)).toBe(false);
    const caller = await access.authenticate(`Bearer ${second.approverApiKey}`, "203.0.113.7");
    expect(caller).toMatchObject({
      merchantNo: first.merchantNo,
      permissions: ["merchant.payouts.read", "merchant.payouts.approve"],
    });
    const owner = await access.authenticate(`Bearer ${first.apiKey}`, "203.0.113.7");
    expect(await haveCommonOrigin(plane.db, owner.actor, caller.actor, plane.clock.nowMs())).toBe(false);
  });

  test("in a database that other instances share, leave their keys alone", async () => {
    const first = await seed();
    const second = await seed({ knownApiKey: null, ownsDatabase: false });
    expect(await works(first.apiKey)).toBe(true);
    expect(await works(second.apiKey)).toBe(true);
  });

  test("do not pile up keys that nobody uses, where each start has a folder of its own", async () => {
    const used = await seed({ ownsDatabase: false });
    await access.authenticate(`Bearer ${used.apiKey}`, "203.0.113.7");
    await access.writeLastUsed();
    const unused = [await seed({ ownsDatabase: false }), await seed({ ownsDatabase: false })];
    plane.clock.advance(3_600_001);
    const last = await seed({ ownsDatabase: false });
    for (const { apiKey } of unused) expect(await works(apiKey)).toBe(false);
    expect([await works(used.apiKey), await works(last.apiKey)]).toEqual([true, true]);
  });

  test("do not take the key of another merchant for their own", async () => {
    await seed();
    const other = await plane.createMerchant();
    const { key } = await plane.db.transaction((tx) =>
      access.createApiKey(
        tx,
        { merchantNo: other.numbers.SANDBOX, name: "Other", permissions: [] },
        systemActor,
      ),
    );
    const again = await seed({ knownApiKey: key.reveal() });
    expect(again.apiKey).not.toBe(key.reveal());
  });
});

describe("a key that is not handed over yet", () => {
  const lifeMs = 600_000;
  const locks: HandOverLock[] = [];
  afterEach(async () => {
    for (const lock of locks.splice(0)) await lock.release();
  });

  /** A start on a connection of its own: it dies with its lock. */
  async function start(over: { knownApiKey?: string; knownApproverApiKey?: string } = {}) {
    const { url } = plane.database;
    const lock = await openHandOverLock(await openDedicatedConnection({ url, applicationName: "start" }));
    locks.push(lock);
    const made = await seed({ ...over, ownsDatabase: false, handOver: { lifeMs, lock } });
    const handOver = async (): Promise<void> => {
      for (const keyId of made.apiKeyIds) await access.makeLasting(made.merchantNo, keyId, lifeMs);
      await lock.release();
    };
    return { ...made, handOver, die: () => lock.release() };
  }

  test("is left alone as long as its start lives, and revoked by the next one after that", async () => {
    const first = await start();
    const second = await start();
    expect([await works(first.apiKey), await works(second.apiKey)]).toEqual([true, true]);
    await first.die();
    const third = await start();
    const all = [first, second, third].flatMap(({ apiKey, approverApiKey }) => [apiKey, approverApiKey]);
    expect(await Promise.all(all.map(works))).toEqual([false, false, true, true, true, true]);
  });

  test("lasts once it is handed over, and no later start touches it", async () => {
    const first = await start();
    await first.handOver();
    await start();
    plane.clock.advance(lifeMs);
    expect([await works(first.apiKey), await works(first.approverApiKey)]).toEqual([true, true]);
  });

  test("ends by itself where no other start comes", async () => {
    const lost = await start();
    await lost.die();
    plane.clock.advance(lifeMs);
    expect(await works(lost.apiKey)).toBe(false);
  });

  test("stays with the start that finds it in its own sandbox.json, while others start", async () => {
    const first = await start();
    await first.die();
    const again = await start({ knownApiKey: first.apiKey, knownApproverApiKey: first.approverApiKey });
    expect(again.apiKey).toBe(first.apiKey);
    await start();
    expect([await works(first.apiKey), await works(first.approverApiKey)]).toEqual([true, true]);
    await again.handOver();
    plane.clock.advance(lifeMs);
    expect(await works(first.apiKey)).toBe(true);
  });

  test("is not one that a person made, with an end and by the same name", async () => {
    const { merchantNo, apiKeyIds } = await start();
    const [maker] = apiKeyIds;
    if (maker === undefined) throw new Error("a start makes keys");
    const input = {
      merchantNo,
      name: sandboxKeyName,
      permissions: [],
      expiresAtMs: plane.clock.nowMs() + 1_000,
    };
    const made = await plane.db.transaction((tx) =>
      access.createApiKey(tx, input, { kind: "key", id: maker, requestId: null, ip: null }),
    );
    await start();
    expect(await works(made.key.reveal())).toBe(true);
  });
});

describe("sandbox.json", () => {
  const content = {
    baseUrl: "http://localhost:3000/api/v1",
    merchantId: "m",
    apiKey: "svc_mk_sandbox_x",
    approverApiKey: "svc_mk_sandbox_y",
    checkoutUrl: "http://localhost:3000/pay/cs_x",
    payerWallets: [],
    dashboard: { url: "http://localhost:3000/dashboard", email: "ama@example.com", password: "q" },
    consoleUrl: "http://localhost:3000/console",
    operator: { email: "awa@example.com", password: "p" },
    secondOperator: null,
    demonstration: null,
  };

  test("is for its owner's eyes alone, also when a readable one stood there", async () => {
    const path = await writeSandboxFile(folder, content);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await chmod(path, 0o644);
    await writeSandboxFile(folder, { ...content, merchantId: "n" });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual({ ...content, merchantId: "n" });
    expect(await readdir(folder)).toEqual(["sandbox.json"]);
  });

  test("is made with its folder", async () => {
    await writeSandboxFile(join(folder, "deep", "down"), content);
    expect(await readKnownSandbox(join(folder, "deep", "down"))).toEqual({
      apiKey: "svc_mk_sandbox_x",
      approverApiKey: "svc_mk_sandbox_y",
      operators: [content.operator],
      owner: content.dashboard,
    });
  });

  test.each(["", "{", "[]", "null", '{"apiKey": 7, "operator": "awa"}', "{}"])(
    "that reads %j names nobody",
    async (text) => {
      await writeFile(join(folder, "sandbox.json"), text);
      expect(await readKnownSandbox(folder)).toEqual({
        apiKey: null,
        approverApiKey: null,
        operators: [],
        owner: null,
      });
    },
  );

  test("that is missing names nobody", async () => {
    expect(await readKnownSandbox(folder)).toEqual({
      apiKey: null,
      approverApiKey: null,
      operators: [],
      owner: null,
    });
  });
});
