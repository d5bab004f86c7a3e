import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import type { CellCode } from "../kit/cell.ts";
import { CellError, claimCell } from "./own-cell.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.owner.query({ text: "delete from installation" });
  await database.owner.query({ text: "delete from data_keys" });
});
afterAll(() => database.drop());

const ci = "ci" as CellCode;
const sn = "sn" as CellCode;
const claim = (cell: CellCode | null) => claimCell(database.db, cell);
const beginWithoutCells = () =>
  database.owner.query({
    text: "insert into data_keys (id, purpose, wrapped, created_at) values (gen_random_uuid(), 'seal', '', now())",
  });

it("a database belongs to the cell of its first start for ever, however many processes start at once", async () => {
  await Promise.all([claim(ci), claim(ci), claim(ci)]);
  await claim(ci);
  await expect(claim(sn)).rejects.toThrow("the database belongs to cell ci, and CELL is sn: set CELL to ci");
  await expect(claim(null)).rejects.toThrow("the database belongs to cell ci, and CELL is not set");
});

it("the default cell's database takes no code later", async () => {
  await claim(null);
  await claim(null);
  await expect(claim(ci)).rejects.toThrow(CellError);
});

it("a database from before there were cells is the default cell's", async () => {
  await beginWithoutCells();
  await expect(claim(ci)).rejects.toThrow(
    "the database belongs to the default cell, and CELL is ci: unset CELL",
  );
  await claim(null);
  await expect(claim(ci)).rejects.toThrow(CellError);
});
