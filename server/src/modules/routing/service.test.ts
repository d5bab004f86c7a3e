import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRecordingLog } from "../../../test/harness/log.ts";
import { systemActor } from "../../db/audit.ts";
import type { Database } from "../../db/database.ts";
import type { TenantId } from "../../kit/ids.ts";
import { money } from "../../kit/money.ts";
import { paymentMethods } from "../../kit/payment-terms.ts";
import { eventually, setupControlPlane, untilListening } from "../merchants/test-setup.ts";
import {
  chooseRoute,
  createRouting,
  createRoutingSetUp,
  feeFor,
  type Routing,
  routableMethods,
  SNAPSHOT_LIFE_MS,
} from "./index.ts";
import { beginOutage, finishOutage, turn } from "./test-switches.ts";

let plane: Awaited<ReturnType<typeof setupControlPlane>>;
let routing: Routing;
let setUp: ReturnType<typeof createRoutingSetUp>;
let tenantId: TenantId;
let subTenantId: string;
let accountId: string;
let ruleId: string;
const settings = { baseUrl: "http://127.0.0.1:9/", apiKey: "sesame-open", callbackSecret: "sesame-close" };

beforeAll(async () => {
  plane = await setupControlPlane();
  routing = createRouting(plane);
  setUp = createRoutingSetUp(plane);
  await untilListening(plane.db);
});
beforeEach(async () => {
  tenantId = await plane.createTenant();
  const scope = { tenantId, mode: "SANDBOX" } as const;
  await plane.db.transaction(async (tx) => {
    subTenantId = await setUp.createSubTenant(tx, { tenantId, name: "Entity" }, systemActor);
    accountId = await setUp.createProviderAccount(
      tx,
      {
        ...scope,
        subTenantId,
        provider: "simulator",
        name: "First",
        methods: paymentMethods,
        currencies: ["XOF"],
        countries: [],
        operators: [],
        settings,
      },
      systemActor,
    );
    ruleId = await setUp.createRule(
      tx,
      { ...scope, subTenantId, priority: 10, method: "MOBILE_MONEY" },
      systemActor,
    );
  });
});
afterAll(async () => {
  routing.stop();
  plane.merchants.stop();
  await plane.database.drop();
});

const fresh = async () => {
  plane.clock.advance(SNAPSHOT_LIFE_MS);
  return routing.snapshotFor(tenantId, "SANDBOX");
};
const orange = {
  method: "MOBILE_MONEY",
  amount: money(5_000n, "XOF"),
  country: "CI",
  operator: "ORANGE",
} as const;

describe("a snapshot", () => {
  test("holds everything that was written, exactly, and routes by it", async () => {
    const scope = { tenantId, mode: "SANDBOX" } as const;
    const max = 9_007_199_254_740_993n;
    const nowMs = plane.clock.nowMs();
    await plane.db.transaction(async (tx) => {
      await setUp.setAmountBound(
        tx,
        { ...scope, method: "MOBILE_MONEY", currency: "XOF", min: 100n, max, step: 5n },
        systemActor,
      );
      await setUp.setFee(
        tx,
        {
          ...scope,
          method: "MOBILE_MONEY",
          currency: "XOF",
          basisPoints: 150,
          fixed: 1n,
          minimum: 2n,
          maximum: max,
          settlementDelaySeconds: 60,
        },
        systemActor,
      );
      await beginOutage(
        tx,
        plane.ids.uuid(),
        {
          ...scope,
          method: "CARD",
          status: "CLOSED",
          reason: "Acquirer down",
          startsAtMs: nowMs,
          endsAtMs: nowMs + 60_000,
        },
        nowMs,
      );
    });
    const snapshot = await fresh();
    expect(snapshot.accounts).toMatchObject([
      { id: accountId, subTenantId, status: "ENABLED", currencies: ["XOF"], countries: [] },
    ]);
    expect(snapshot.rules).toMatchObject([{ id: ruleId, currency: null, amountMin: null, enabled: true }]);
    expect(snapshot.bounds).toMatchObject([{ currency: "XOF", min: 100n, max, step: 5n, operator: null }]);
    expect(snapshot.outages).toMatchObject([{ startsAtMs: nowMs, endsAtMs: nowMs + 60_000 }]);
    expect(feeFor(snapshot, "MOBILE_MONEY", money(10_000n, "XOF"), nowMs)).toMatchObject({
      fee: money(151n, "XOF"),
      settlementDelaySeconds: 60,
    });
    expect(chooseRoute(snapshot, orange, plane.clock.nowMs())).toMatchObject({
      providerAccountId: accountId,
      provider: "simulator",
      subTenantId,
      ruleId,
    });
  });

  test("never shows another tenant or the other mode", async () => {
    const stranger = await plane.createTenant();
    expect(await routing.snapshotFor(stranger, "SANDBOX")).toMatchObject({ accounts: [], rules: [] });
    expect(await routing.snapshotFor(tenantId, "LIVE")).toMatchObject({ accounts: [], rules: [] });
  });

  test("orders rules by priority", async () => {
    await plane.db.transaction(async (tx) => {
      for (const priority of [30, 5, 20]) {
        const rule = { tenantId, mode: "SANDBOX", subTenantId, priority, method: "CARD" } as const;
        await setUp.createRule(tx, rule, systemActor);
      }
    });
    expect((await fresh()).rules.map(({ priority }) => priority)).toEqual([5, 10, 20, 30]);
  });

  test("is read once in its short life", async () => {
    let queries = 0;
    const counting: Database = {
      ...plane.db,
      listen: () => () => {},
      query: (query) => {
        queries += 1;
        return plane.db.query(query);
      },
    };
    const counted = createRouting({ ...plane, db: counting });
    await Promise.all(Array.from({ length: 20 }, () => counted.snapshotFor(tenantId, "SANDBOX")));
    expect(queries).toBe(1);
  });

  test("follows a change at once", async () => {
    await routing.snapshotFor(tenantId, "SANDBOX");
    await plane.db.transaction((tx) => turn(tx, "account", accountId, false));
    await eventually(
      async () => (await routing.snapshotFor(tenantId, "SANDBOX")).accounts[0]?.status === "DISABLED",
      "the snapshot follows",
    );
  });
});

describe("changes at once on several instances", () => {
  const status = async (instance: Routing) =>
    (await instance.snapshotFor(tenantId, "SANDBOX")).accounts[0]?.status;
  const set = async (instance: Routing, word: "ENABLED" | "DISABLED") => {
    await plane.db.transaction((tx) => turn(tx, "account", accountId, word === "ENABLED"));
    instance.forget();
  };

  test("the instance that made a change routes by it before the change is announced, even while others read", async () => {
    const deaf = createRouting({ ...plane, db: { ...plane.db, listen: () => () => {} } });
    for (let round = 0; round < 50; round += 1) {
      const word = round % 2 === 0 ? "DISABLED" : "ENABLED";
      // Readers that began before the change may still see the old state; nothing they read is cached.
      const readers = Array.from({ length: 5 }, () => status(deaf));
      await set(deaf, word);
      readers.push(status(deaf));
      deaf.forget();
      expect(await status(deaf), `round ${round}`).toBe(word);
      await Promise.all(readers);
      expect(await status(deaf), `round ${round}, after its readers`).toBe(word);
    }
  });

  test("other instances route by the change within two seconds when every announcement is lost", async () => {
    const deaf = createRouting({ ...plane, db: { ...plane.db, listen: () => () => {} } });
    expect(await status(deaf)).toBe("ENABLED");
    await set(routing, "DISABLED");
    expect(await status(deaf)).toBe("ENABLED");
    plane.clock.advance(SNAPSHOT_LIFE_MS - 1);
    expect(await status(deaf)).toBe("ENABLED");
    plane.clock.advance(1);
    expect(await status(deaf)).toBe("DISABLED");
    expect(SNAPSHOT_LIFE_MS).toBeLessThanOrEqual(2_000);
  });

  test("other instances route by the change as soon as its announcement arrives", async () => {
    const other = createRouting(plane);
    await untilListening(plane.db);
    for (const word of ["DISABLED", "ENABLED"] as const) {
      await status(other);
      await set(routing, word);
      await eventually(async () => (await status(other)) === word, `the other instance reads ${word}`);
    }
    other.stop();
  });
});

describe("each switch takes its methods away and brings them back", () => {
  const offered = async () =>
    routableMethods({
      snapshot: await fresh(),
      amount: money(5_000n, "XOF"),
      walletCurrencies: ["XOF"],
      sessionMethods: null,
      nowMs: plane.clock.nowMs(),
    });

  test("for an account, a sub-tenant, a rule and an outage", async () => {
    expect(await offered()).toEqual(["MOBILE_MONEY"]);
    const set = (what: Parameters<typeof turn>[1], id: string, isOn: boolean) =>
      plane.db.transaction((tx) => turn(tx, what, id, isOn));
    for (const [what, id] of [
      ["account", accountId],
      ["subTenant", subTenantId],
      ["rule", ruleId],
    ] as const) {
      await set(what, id, false);
      expect(await offered()).toEqual([]);
      await set(what, id, true);
      expect(await offered()).toEqual(["MOBILE_MONEY"]);
    }
    const outageId = plane.ids.uuid();
    const nowMs = plane.clock.nowMs();
    const scope = { tenantId, mode: "SANDBOX", method: "MOBILE_MONEY" } as const;
    const down = { ...scope, status: "CLOSED", reason: "Down", startsAtMs: nowMs } as const;
    await plane.db.transaction((tx) => beginOutage(tx, outageId, down, nowMs));
    expect(await offered()).toEqual([]);
    const finish = () =>
      plane.db.transaction((tx) => finishOutage(tx, tenantId, outageId, plane.clock.nowMs()));
    expect(await finish()).toBe(true);
    expect(await finish()).toBe(false);
    expect(await offered()).toEqual(["MOBILE_MONEY"]);
  });

  test("a rule cannot lead to another tenant's sub-tenant", async () => {
    const stranger = await plane.createTenant();
    const asStranger = { tenantId: stranger, mode: "SANDBOX", subTenantId } as const;
    await expect(
      plane.db.transaction((tx) =>
        setUp.createRule(tx, { ...asStranger, priority: 1, method: "CARD" }, systemActor),
      ),
    ).rejects.toThrow("belongs to the tenant");
    expect(await offered()).toEqual(["MOBILE_MONEY"]);
  });
});

test("the database itself refuses a row that leads into another tenant", async () => {
  const stranger = await plane.createTenant();
  const moves = ["provider_accounts", "routing_rules"].map((table) =>
    plane.db.query({
      text: `update ${table} set tenant_id = $2 where tenant_id = $1`,
      values: [tenantId, stranger],
    }),
  );
  for (const { status } of await Promise.allSettled(moves)) expect(status).toBe("rejected");
});

describe("bounds and fees", () => {
  test("a second bound replaces the first; a second fee is its next version", async () => {
    const scope = { tenantId, mode: "SANDBOX", method: "MOBILE_MONEY", currency: "XOF" } as const;
    await plane.db.transaction(async (tx) => {
      for (const max of [10n, 20n]) {
        await setUp.setAmountBound(tx, { ...scope, min: 1n, max }, systemActor);
        await setUp.setFee(tx, { ...scope, basisPoints: Number(max) }, systemActor);
      }
      await setUp.setAmountBound(tx, { ...scope, operator: "MTN", min: 1n, max: 30n }, systemActor);
    });
    const { bounds, fees } = await fresh();
    expect(bounds.map(({ max }) => max).sort()).toEqual([20n, 30n]);
    expect(fees).toMatchObject([
      { version: 1, basisPoints: 10 },
      { version: 2, basisPoints: 20, maximum: null },
    ]);
    expect(feeFor({ fees }, "MOBILE_MONEY", money(10_000n, "XOF"), plane.clock.nowMs()).fee.minor).toBe(20n);
  });
});

describe("a provider account", () => {
  test("is stored sealed and opened for the connector alone", async () => {
    const [row] = await plane.database.owner.query<{ whole: string; audit: string }>({
      text: `select a::text as whole, (select string_agg(l::text, ' ') from audit_log l) as audit
               from provider_accounts a where id = $1`,
      values: [accountId],
    });
    const hex = Buffer.from("sesame").toString("hex");
    for (const text of [row?.whole, row?.audit]) {
      expect(text).not.toContain("sesame");
      expect(text).not.toContain(hex);
    }
    expect(await routing.providerAccount(accountId)).toEqual({
      id: accountId,
      provider: "simulator",
      mode: "SANDBOX",
      settings,
    });
  });

  test("opens under its own id only: settings copied to another row are refused", async () => {
    const otherId = await plane.db.transaction((tx) =>
      setUp.createProviderAccount(
        tx,
        {
          tenantId,
          mode: "SANDBOX",
          subTenantId,
          provider: "simulator",
          name: "Second",
          methods: [],
          currencies: [],
          countries: [],
          operators: [],
          settings: {},
        },
        systemActor,
      ),
    );
    await plane.database.owner.query({
      text: "update provider_accounts set settings = (select settings from provider_accounts where id = $1) where id = $2",
      values: [accountId, otherId],
    });
    await expect(routing.providerAccount(otherId)).rejects.toThrow();
  });

  test("is found while disabled: payments in flight are still asked about", async () => {
    await plane.db.transaction((tx) => turn(tx, "account", accountId, false));
    expect(await routing.findProviderAccount(accountId)).toMatchObject({ id: accountId });
  });

  test("takes the address that this process knows better", async () => {
    const own = createRouting({
      ...plane,
      ownSettings: (provider) => (provider === "simulator" ? { baseUrl: "http://127.0.0.1:8/" } : {}),
    });
    expect(await own.providerAccount(accountId)).toMatchObject({
      settings: { ...settings, baseUrl: "http://127.0.0.1:8/" },
    });
    // The same object until it is read again: what is worked out for it is kept with it.
    const first = await own.providerAccount(accountId);
    expect(await own.providerAccount(accountId)).toBe(first);
    own.forget();
    expect(await own.providerAccount(accountId)).not.toBe(first);
    own.stop();
  });

  test("serves what its settings say, which the connector is given opened", async () => {
    const operators = [{ method: "MOBILE_MONEY", operator: "MTN", countryCode: "CI" }] as const;
    const seen: unknown[] = [];
    const narrow = createRouting({
      ...plane,
      accountTermsOf: () => (account) => {
        seen.push(account);
        return { operators, payout: false };
      },
    });
    const { accounts } = await narrow.snapshotFor(tenantId, "SANDBOX");
    expect(accounts).toMatchObject([{ id: accountId, serves: operators, paysOut: false }]);
    expect(seen).toMatchObject([{ mode: "SANDBOX", settings }]);
    narrow.stop();
  });

  test("whose settings cannot be read serves nothing, is logged, and stops no other", async () => {
    const { log, lines } = createRecordingLog();
    const broken = createRouting({
      ...plane,
      log,
      accountTermsOf: () => () => {
        throw new Error("a setting is missing");
      },
    });
    const { accounts, rules } = await broken.snapshotFor(tenantId, "SANDBOX");
    expect(accounts).toMatchObject([{ id: accountId, methods: [], paysOut: false }]);
    expect(rules).toHaveLength(1);
    expect(JSON.stringify(lines)).toContain("provider_account.settings.unreadable");
    broken.stop();
  });

  test("an unknown account is null to a caller from outside, and an assertion error to our own code", async () => {
    const id = plane.ids.uuid();
    expect(await routing.findProviderAccount(id)).toBeNull();
    await expect(routing.providerAccount(id)).rejects.toThrow("assertion failed");
  });
});

test("everything that is made has an audit entry with its values", async () => {
  const rows = await plane.db.query<{ action: string; after: string }>({
    text: "select action, after from audit_log where tenant_id = $1 order by action",
    values: [tenantId],
  });
  expect(rows.map(({ action }) => action)).toEqual([
    "provider_account.created",
    "routing_rule.created",
    "sub_tenant.created",
  ]);
  const [account] = rows.map(({ after }) => JSON.parse(after));
  expect(account).toMatchObject({ provider: "simulator", name: "First", settings: Object.keys(settings) });
});
