import { afterAll, beforeAll, expect, test } from "vitest";
import { type BatchCommand, batchWriterSettings } from "../../src/db/batch-writer.ts";
import { findKeys } from "../../src/http/idempotency.ts";
import { countHits, leaseTokens } from "../../src/http/limits/store.ts";
import { findMoved, readStates } from "../../src/modules/checkout/store/read-states.ts";
import { changeSessions } from "../../src/modules/payments/store/change-sessions.ts";
import { createPayments } from "../../src/modules/payments/store/create-payments.ts";
import { createSessions } from "../../src/modules/payments/store/create-sessions.ts";
import { readSessions } from "../../src/modules/payments/store/read-sessions.ts";
import { startAttempts } from "../../src/modules/payments/store/start-attempts.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";

/** In the order of a payment. */
const commands: readonly Pick<BatchCommand<never, unknown>, "name" | "statement">[] = [
  createSessions,
  startAttempts,
  changeSessions,
  createPayments,
  readSessions,
  readStates,
  findMoved,
  findKeys,
  leaseTokens,
  countHits,
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** After a change of a statement: `npx vitest run server/test/statements -u`, and read what changed, the plan included. */
test("server/src/db/statements.sql holds the composed statements, with the plans they run by", async () => {
  const parts: string[] = [head];
  for (const { name, statement } of commands) {
    const { text } = statement([]);
    parts.push(`-- ${name}\n${text.trim()};\n\n${await planOf(text)}`);
  }
  await expect(`${parts.join("\n\n")}\n`).toMatchFileSnapshot("../../src/db/statements.sql");
});

const head = `-- The statements of the batch writers as PostgreSQL receives them, and the generic plan of each: they are composed from
-- parts in modules/payments/store, modules/checkout/store and http. Written by server/test/statements; not run from here.`;

/** The generic plan under the settings of a batch writer's connection, as comment lines. */
async function planOf(text: string): Promise<string> {
  const rows = await database.owner.transaction(async (tx) => {
    for (const [setting, value] of Object.entries(batchWriterSettings)) {
      await tx.query({ text: "select set_config($1, $2, true)", values: [setting, value] });
    }
    return tx.query<{ "QUERY PLAN": string }>({ text: `explain (generic_plan, costs off) ${text}` });
  });
  return rows.map((row) => `--   ${row["QUERY PLAN"]}`).join("\n");
}
