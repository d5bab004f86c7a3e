import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import {
  chargeRow,
  insertMerchant,
  insertRows,
  intentRow,
  recount,
  sessionRow,
  type TestMerchant,
} from "../../test/harness/rows.ts";
import { createManualClock } from "../kit/clock.ts";
import { createIdSource, type MerchantNo } from "../kit/ids.ts";
import { createSeededRandom } from "../kit/random.ts";
import { sessionList } from "../modules/checkout/store/list-sessions.ts";
import { chargeList, intentList } from "../modules/payments/list-queries.ts";
import type { Queryable } from "./database.ts";
import { type ListFilter, type ListSource, listRows, NO_FILTER, type Place } from "./list.ts";
import { DAY_MS } from "./list-days.ts";

/** The ids of one page, in the order of the list. */
async function listIds(
  db: Queryable,
  source: ListSource,
  merchantNo: MerchantNo,
  filter: ListFilter,
  place: Place,
) {
  const listed = await listRows<{ id: string }>({ db, source, merchantNo, filter, columns: "t.id" }, place);
  const { rows, stoppedAt: _, ...rest } = listed;
  return { ids: rows.map(({ id }) => id), ...rest };
}

const SEED = 20261121;
const FIRST_DAY_MS = Date.UTC(2026, 9, 20);
const DAYS = 14;
const CASES = 250;

interface Row {
  readonly id: string;
  readonly status: string;
  readonly currency: string;
  readonly createdAtMs: number;
}

let database: TestDatabase;
let merchant: TestMerchant;
const random = createSeededRandom(SEED);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random.unit() * values.length)] as T;
const sources: readonly ListSource[] = [sessionList, intentList, chargeList];
const rowsOf = new Map<ListSource, Row[]>(sources.map((source) => [source, []]));

beforeAll(async () => {
  database = await createTestDatabase();
  const clock = createManualClock(FIRST_DAY_MS);
  const ids = createIdSource(clock, random);
  merchant = await insertMerchant(database.owner, ids, FIRST_DAY_MS);
  const others = [
    await insertMerchant(database.owner, ids, FIRST_DAY_MS),
    await insertMerchant(database.owner, ids, FIRST_DAY_MS, "LIVE"),
  ];
  const arranged = { sessions: [] as Row[], intents: [] as Row[], charges: [] as Row[] };
  for (let index = 0; index < 560; index += 1) {
    const owner = index % 8 === 7 ? pick(others) : merchant;
    // Every third row is made around midnight, and days 5 to 8 stay empty.
    const day = pick([0, 1, 2, 3, 4, 9, 10, 11, 12, 13].slice(0, DAYS));
    const createdAtMs =
      FIRST_DAY_MS +
      day * DAY_MS +
      (index % 3 === 0 ? (random.unit() - 0.5) * 90_000 : random.unit() * DAY_MS);
    const atMs = Math.floor(createdAtMs);
    const drifted = (spreadMs: number) => Math.floor(atMs + (random.unit() - 0.5) * spreadMs);
    clock.set(drifted(80_000));
    const session = sessionRow(owner, ids, atMs, {
      currency: pick(["XOF", "XOF", "XOF", "EUR"]),
      status: index % 97 === 0 ? "CANCELLED" : pick(["OPEN", "SUCCEEDED", "EXPIRED"]),
    });
    const attemptMs = Math.floor(atMs + random.unit() * DAY_MS);
    const intent = intentRow(session, {
      status: index % 89 === 0 ? "CANCELLED" : pick(["SUCCEEDED", "REQUIRES_PAYMENT_METHOD"]),
      createdAtMs: atMs,
    });
    clock.set(Math.floor(attemptMs + (random.unit() - 0.5) * 80_000));
    const charge = chargeRow(session, owner, ids, attemptMs, {
      status: index % 83 === 0 ? "CANCELLED" : pick(["SUCCEEDED", "FAILED"]),
    });
    arranged.sessions.push(session);
    arranged.intents.push(intent);
    arranged.charges.push(charge);
    if (owner !== merchant) continue;
    rowsOf.get(sessionList)?.push(session);
    rowsOf.get(intentList)?.push(intent as Row);
    rowsOf.get(chargeList)?.push(charge);
  }
  await insertRows(database.owner, "checkout_sessions", arranged.sessions as never);
  await insertRows(database.owner, "payment_intents", arranged.intents as never);
  await insertRows(database.owner, "charges", arranged.charges as never);
  await recount(database.owner);
});
afterAll(() => database.drop());

/** A list, defined in the simplest possible way. */
function model(
  source: ListSource,
  filter: ListFilter,
  currency: string | null,
  newestFirst: boolean,
): string[] {
  const rows = (rowsOf.get(source) ?? []).filter(
    (row) =>
      (filter.statuses === null || filter.statuses.includes(row.status)) &&
      (filter.createdFromMs === null || row.createdAtMs >= filter.createdFromMs) &&
      (filter.createdToMs === null || row.createdAtMs < filter.createdToMs) &&
      (currency === null || row.currency === currency),
  );
  const ids = rows.map((row) => row.id).sort();
  return newestFirst ? ids.reverse() : ids;
}

function randomTime(): number | null {
  const dayMs = FIRST_DAY_MS + Math.floor(random.unit() * (DAYS + 2) - 1) * DAY_MS;
  return pick([null, null, dayMs, Math.floor(dayMs + random.unit() * DAY_MS), dayMs + 1, dayMs - 1]);
}

function randomQuestion() {
  const source = pick(sources);
  const statuses = pick([
    null,
    null,
    ["CANCELLED"],
    ["SUCCEEDED"],
    ["SUCCEEDED", "CANCELLED"],
    ["PROCESSING"],
  ]);
  const currency = pick([null, null, null, "EUR"]);
  const filter: ListFilter = {
    statuses,
    createdFromMs: randomTime(),
    createdToMs: randomTime(),
    conditions: currency === null ? [] : [(bind) => `t.currency = ${bind(currency)}::bpchar`],
  };
  return { source, filter, currency, newestFirst: pick([true, false]), pageSize: pick([1, 7, 25, 100]) };
}

describe(`lists agree with a naive model (seed ${SEED})`, () => {
  it("by page: every page, its total, and nothing behind the last", async () => {
    for (let index = 0; index < CASES; index += 1) {
      const { source, filter, currency, newestFirst, pageSize } = randomQuestion();
      const all = model(source, filter, currency, newestFirst);
      const pages = Math.ceil(all.length / pageSize);
      const page = pick([
        1,
        Math.max(1, pages),
        pages + 1,
        1 + Math.floor(random.unit() * Math.max(1, pages)),
      ]);
      const found = await listIds(database.db, source, merchant.merchantNo, filter, {
        by: "page",
        page,
        pageSize,
        newestFirst,
      });
      const question = { index, table: source.table, filter, currency, newestFirst, page, pageSize };
      expect({ question, ...found }).toEqual({
        question,
        ids: all.slice((page - 1) * pageSize, page * pageSize),
        total: all.length,
        hasMore: page < pages,
      });
    }
  });

  it("by cursor: forward and backward from any entry", async () => {
    for (let index = 0; index < CASES; index += 1) {
      const { source, filter, currency, newestFirst, pageSize } = randomQuestion();
      const all = model(source, filter, currency, newestFirst);
      const id = all.length === 0 || random.unit() < 0.2 ? null : pick(all);
      const direction = id === null ? "after" : pick(["after", "before"] as const);
      const at = id === null ? -1 : all.indexOf(id);
      const rest = direction === "after" ? all.slice(at + 1) : all.slice(0, at);
      const found = await listIds(database.db, source, merchant.merchantNo, filter, {
        by: "cursor",
        id,
        direction,
        pageSize,
        newestFirst,
      });
      const question = { index, table: source.table, filter, currency, newestFirst, direction, id, pageSize };
      expect({ question, ...found }).toEqual({
        question,
        ids: direction === "after" ? rest.slice(0, pageSize) : rest.slice(-pageSize),
        total: null,
        hasMore: rest.length > pageSize,
      });
    }
  });
});

describe("walking a list", () => {
  it.each(["page", "cursor"] as const)(
    "by %s meets every row once and no row of another merchant",
    async (by) => {
      for (const source of sources) {
        const seen: string[] = [];
        let hasMore = true;
        for (let page = 1; hasMore; page += 1) {
          const place =
            by === "page"
              ? ({ by, page } as const)
              : ({ by, id: seen.at(-1) ?? null, direction: "after" } as const);
          const found = await listIds(database.db, source, merchant.merchantNo, NO_FILTER, {
            ...place,
            pageSize: 10,
            newestFirst: true,
          });
          seen.push(...found.ids);
          hasMore = found.hasMore;
        }
        expect(seen).toEqual(model(source, NO_FILTER, null, true));
      }
    },
  );

  it("of a merchant without rows is empty in both modes", async () => {
    const nobody = 2_000_000 as MerchantNo;
    for (const source of sources) {
      const base = { pageSize: 25, newestFirst: true } as const;
      expect(await listIds(database.db, source, nobody, NO_FILTER, { by: "page", page: 1, ...base })).toEqual(
        {
          ids: [],
          total: 0,
          hasMore: false,
        },
      );
      const place = { by: "cursor", id: null, direction: "after", ...base } as const;
      expect((await listIds(database.db, source, nobody, NO_FILTER, place)).ids).toEqual([]);
    }
  });
});

describe("the cost of a page", () => {
  let big: TestMerchant;

  beforeAll(async () => {
    const { owner } = database;
    const ids = createIdSource(createManualClock(FIRST_DAY_MS), random);
    big = await insertMerchant(owner, ids, FIRST_DAY_MS);
    // 40 days of 500 charges, made by the database for speed.
    await owner.query({
      text: `
        insert into charges (merchant_no, id, payment_intent_id, session_id, attempt_number, status, amount, currency,
          wallet_id, payment_method, method_details, payer, request_fingerprint, created_at, updated_at)
        select $1, (lpad(to_hex(ms), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid, gen_random_uuid(),
          gen_random_uuid(), 1,
          case when n = 250 and day % 13 = 0 then 'CANCELLED' else 'FAILED' end, 100, 'XOF', gen_random_uuid(), 'CARD',
          '{}', '', '', to_timestamp(ms / 1000.0), to_timestamp(ms / 1000.0)
        from generate_series(0, 39) day, generate_series(1, 500) n,
          lateral (select $2::bigint + day::bigint * 86400000 + n * 1000 as ms) made`,
      values: [big.merchantNo, FIRST_DAY_MS],
    });
    await recount(owner);
    await owner.query({ text: "vacuum analyze charges" });
  }, 60_000);

  /** A page, and how many charges each of its statements read. */
  async function readAt(filter: ListFilter, at: Place) {
    const statements: { text: string; values: readonly unknown[] }[] = [];
    const watched = {
      query: <Result>(query: { readonly text: string; readonly values?: readonly unknown[] }) => {
        statements.push({ text: query.text, values: query.values ?? [] });
        return database.db.query<Result>(query);
      },
    };
    const asked = { db: watched, source: chargeList, merchantNo: big.merchantNo, filter, columns: "t.id" };
    const { rows: listed, ...rest } = await listRows<{ id: string }>(asked, at);
    const rows: number[] = [];
    for (const { text, values } of statements.filter(({ text }) => text.includes("from charges"))) {
      const [plan] = await database.db.query<{ "QUERY PLAN": readonly { Plan: Plan }[] }>({
        text: `explain (analyze, format json) ${text}`,
        values,
      });
      rows.push(rowsRead(plan?.["QUERY PLAN"][0]?.Plan));
    }
    return { found: { ids: listed.map(({ id }) => id), ...rest }, rows, statements: statements.length };
  }
  const pageAt = (page: number): Place => ({ by: "page", page, pageSize: 25, newestFirst: true });

  it("does not grow with its depth: the last page reads no more than one day and one page of the key", async () => {
    const read = async (page: number, statuses: readonly string[] | null) => {
      const { rows, ...rest } = await readAt({ ...NO_FILTER, statuses }, pageAt(page));
      return { ...rest, rows: rows.reduce((sum, each) => sum + each, 0) };
    };

    const first = await read(1, null);
    expect(first).toMatchObject({ found: { total: 20_000, hasMore: true }, statements: 1 });
    // A page of the key, and the counters of 40 days.
    expect(first.rows).toBeLessThanOrEqual(25 + 40);
    const last = await read(800, null);
    expect(last.found.ids).toHaveLength(25);
    expect(last.found.total).toBe(20_000);
    expect(last.rows).toBeLessThanOrEqual(500 + 25 + 200);
    // Days 0, 13, 26 and 39 hold one each: their index leads to them.
    const rare = await read(1, ["CANCELLED"]);
    expect(rare.found).toMatchObject({ total: 4, hasMore: false });
    expect(rare.rows).toBeLessThanOrEqual(4 + 200);
  });

  it("with a filter that nothing fits looks through ten thousand rows, and says where to go on", async () => {
    const filter = { ...NO_FILTER, compared: [() => "t.amount = 1"] };
    const all = await database.owner.query<{ id: string }>({
      text: "select id from charges where merchant_no = $1 order by id desc",
      values: [big.merchantNo],
    });
    const first = await readAt(filter, pageAt(1));
    const stoppedAt = all[9_999]?.id ?? "";
    expect(first.found).toEqual({ ids: [], total: null, hasMore: true, stoppedAt });
    expect(first.rows).toHaveLength(2);
    expect(Math.max(...first.rows)).toBeLessThanOrEqual(10_000);
    const onwards: Place = {
      by: "cursor",
      id: stoppedAt,
      direction: "after",
      pageSize: 25,
      newestFirst: true,
    };
    const second = await readAt(filter, onwards);
    expect(second.found).toMatchObject({ ids: [], total: null, stoppedAt: all[19_999]?.id });
    expect(Math.max(...second.rows)).toBeLessThanOrEqual(10_000);
    const end = await readAt(filter, { ...onwards, id: second.found.stoppedAt });
    expect(end.found).toEqual({ ids: [], total: null, hasMore: false, stoppedAt: null });
  });

  it("with a filter that few fit ends before it is full, and the next page misses none", async () => {
    const filter = { ...NO_FILTER, statuses: ["CANCELLED"], compared: [() => "t.amount = 100"] };
    const first = await readAt(filter, pageAt(1));
    expect(first.found).toMatchObject({ total: null, hasMore: true });
    const next: Place = {
      by: "cursor",
      id: first.found.stoppedAt,
      direction: "after",
      pageSize: 25,
      newestFirst: true,
    };
    const second = await readAt(filter, next);
    const found = [...first.found.ids, ...second.found.ids];
    const whole = await readAt({ ...NO_FILTER, statuses: ["CANCELLED"] }, pageAt(1));
    expect(found).toEqual(whole.found.ids);
    expect(first.found.ids).toHaveLength(2);
  });

  it("with a filter that has an index counts ten thousand at most", async () => {
    const filter = { ...NO_FILTER, conditions: [() => "t.session_id is not null"] };
    const first = await readAt(filter, pageAt(1));
    expect(first.found).toMatchObject({ total: null, hasMore: true, stoppedAt: null });
    expect(first.found.ids).toHaveLength(25);
    expect(Math.max(...first.rows)).toBeLessThanOrEqual(10_000);
    const below = await readAt(filter, pageAt(401));
    expect(below.found).toMatchObject({ ids: [], total: null, hasMore: true });
  });
});

interface Plan {
  readonly "Node Type": string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

/** Rows that table scans touched. */
function rowsRead(plan: Plan | undefined): number {
  if (plan === undefined) return 0;
  const own =
    /Scan/.test(plan["Node Type"]) &&
    plan["Node Type"] !== "Function Scan" &&
    plan["Node Type"] !== "Subquery Scan";
  const rows = own ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"] : 0;
  return rows + (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);
}
