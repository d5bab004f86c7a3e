import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { type Contract, type Json, type Operation, readContract } from "./document.ts";
import { createEstate, createOwner, createTenant, type Estate } from "./estate.ts";
import { rules } from "./rules.ts";

/** All lists work alike, and a reader may begin by page and continue by cursor. */
let app: TestApp;
let contract: Contract;
let own: Estate;
let lists: readonly Operation[];

beforeAll(async () => {
  app = await startTestApp();
  contract = await readContract(app);
  const owner = await createOwner(app, await createTenant(app, "lists"), "Lists");
  own = await createEstate(app, owner, "SANDBOX", "lists", "http://localhost:4000/hook");
  lists = contract.operations.filter(({ isList }) => isList);
}, 60_000);
afterAll(() => app?.stop());

/** For these lists, counting or page numbers would cost more with every row. */
const uncounted = [
  "listEvents",
  "listWalletEntries",
  "listWalletHolds",
  "listWebhookDeliveries",
  "listProviderCalls",
  "listRequests",
  "listTenantPayments",
  "listTenantMerchantEntries",
  "listTenantMerchantEvents",
];
const isCounted = ({ id }: Operation): boolean => !uncounted.includes(id);

/** Lists that everything made for these tests fills, narrowed to less than a page. */
const narrowed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listAuditEntries: { mode: "LIVE" },
};

const read = (operation: Operation, query: Readonly<Record<string, string>>) => {
  const rule = rules[operation.id];
  return contract.call(operation, {
    apiKey: operation.auth === "operator" ? own.operator.token : own.apiKey,
    params: { merchantId: own.merchantId, ...rule?.object?.(own) },
    query: { ...rule?.query?.(own), ...narrowed[operation.id], ...query },
  });
};
/** The ids of a list's entries: for days the date, for all others the id. */
const idsOf = (answer: Json): readonly string[] =>
  answer.body.data.map(({ id, date }: { id?: string; date?: string }) => id ?? date);

describe("every list", () => {
  it("is there", () => {
    expect(lists.length).toBeGreaterThanOrEqual(30);
    expect(uncounted.filter((id) => !lists.some((operation) => operation.id === id))).toEqual([]);
  });

  it("takes page, size and cursor by the same names", () => {
    const names = ["page", "pageSize", "limit", "starting_after", "ending_before"];
    const without = lists.filter(
      ({ query }) => !names.every((name) => query.some((one) => one.name === name)),
    );
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  it("answers the same meta, and can be begun by page and read on by cursor", {
    timeout: 60_000,
  }, async () => {
    let walked = 0;
    for (const operation of lists) {
      const whole = await read(operation, { pageSize: "100" });
      expect([operation.id, whole.status]).toEqual([operation.id, 200]);
      const { meta } = whole.body;
      const all = idsOf(whole);
      expect(all.length, operation.id).toBeLessThan(100);
      const counts = isCounted(operation)
        ? { page: 1, total: all.length, totalPages: all.length === 0 ? 0 : 1 }
        : { page: null, total: null, totalPages: null };
      expect({ id: operation.id, ...meta }).toEqual({
        id: operation.id,
        pageSize: 100,
        hasMore: false,
        nextCursor: null,
        ...counts,
      });

      const first = await read(operation, { page: "1", limit: "1" });
      const found = [...idsOf(first)];
      for (let { nextCursor } = first.body.meta; nextCursor !== null; ) {
        const next = await read(operation, { starting_after: nextCursor, limit: "1" });
        expect(next.body.meta, operation.id).toMatchObject({ page: null, pageSize: 1, total: null });
        found.push(...idsOf(next));
        nextCursor = next.body.meta.nextCursor;
        walked += 1;
      }
      expect([operation.id, ...found]).toEqual([operation.id, ...all]);
    }
    expect(walked).toBeGreaterThan(40);
  });

  it("has an empty page behind its end, or no second page and says how to go on", async () => {
    for (const operation of lists) {
      const far = await read(operation, { page: "1000" });
      if (isCounted(operation)) {
        expect(far.body.data, operation.id).toEqual([]);
        expect(far.body.meta).toMatchObject({ page: 1000, pageSize: 25, hasMore: false, nextCursor: null });
      } else {
        expect(far.status, operation.id).toBe(400);
        const [field] = far.body.error.details.fields;
        expect(field).toMatchObject({ path: "page", message: expect.stringContaining("starting_after") });
      }
    }
  });
});
