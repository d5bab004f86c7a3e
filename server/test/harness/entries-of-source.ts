import { expect } from "vitest";
import type { TestApp } from "./app.ts";

interface Entry {
  readonly id: string;
  readonly type: string;
  readonly sourceId: string;
}

/**
 * Each object that the merchant's wallets have booked is asked for its entries: they must be those of the whole list
 * that name it. Returns the types of entries that were found so.
 */
export async function expectEntriesBySource(test: TestApp): Promise<ReadonlySet<string>> {
  const read = async (path: string) => {
    const { status, body } = await test.request("GET", path);
    expect(status, path).toBe(200);
    return body;
  };
  const types = new Set<string>();
  for (const { id } of (await read("/payments/wallets")).data) {
    const path = `/payments/wallets/${id}/entries`;
    const all: Entry[] = [];
    for (let after = ""; ; ) {
      const { data, meta } = await read(`${path}?limit=100${after}`);
      all.push(...data);
      if (!meta.hasMore) break;
      after = `&starting_after=${meta.nextCursor}`;
    }
    for (const sourceId of new Set(all.map((entry) => entry.sourceId))) {
      const own = all.filter((entry) => entry.sourceId === sourceId);
      expect((await read(`${path}?limit=100&sourceId=${sourceId}`)).data, sourceId).toEqual(own);
      for (const { type } of own) types.add(type);
    }
  }
  return types;
}
