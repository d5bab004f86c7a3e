import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type ChildProgram, type CompiledProgram, compileProgram } from "../../test/harness/child-program.ts";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { quietLog } from "../../test/harness/log.ts";
import { systemClock } from "../kit/clock.ts";
import { createIdSource } from "../kit/ids.ts";
import { createSystemRandom } from "../kit/random.ts";
import { type Access, createAccess } from "../modules/access/index.ts";

/** Starts that share a database, as processes that are killed between making their keys and handing them over. */
let program: CompiledProgram;
let database: TestDatabase;
let access: Access;
const started: ChildProgram[] = [];

beforeAll(async () => {
  program = await compileProgram("server/test/programs/first-keys.ts");
}, 120_000);
afterAll(() => program.remove());
beforeEach(async () => {
  database = await createTestDatabase();
  const random = createSystemRandom();
  const ids = createIdSource(systemClock, random);
  const { db } = database;
  access = createAccess({ db, ids, random, clock: systemClock, keyring: { cell: null }, log: quietLog });
});
afterEach(async () => {
  for (const child of started.splice(0)) await child.kill();
  access.stop();
  await database.drop();
});

interface Keys {
  readonly apiKey: string;
  readonly approverApiKey: string;
}

async function start(): Promise<{ readonly child: ChildProgram; readonly keys: Keys }> {
  const child = program.start([database.url]);
  started.push(child);
  return { child, keys: (await child.nextLine()) as Keys };
}

async function work({ apiKey, approverApiKey }: Keys): Promise<readonly boolean[]> {
  access.forget();
  const found = await Promise.all([apiKey, approverApiKey].map((key) => access.findUsableKey(key)));
  return found.map((key) => key !== null);
}

test("the next start revokes the keys of one that was killed, and never those of one that lives", async () => {
  const killed = await start();
  const living = await start();
  expect([await work(killed.keys), await work(living.keys)]).toEqual([
    [true, true],
    [true, true],
  ]);
  await killed.child.kill();
  const next = await start();
  expect(await work(killed.keys)).toEqual([false, false]);
  expect([await work(living.keys), await work(next.keys)]).toEqual([
    [true, true],
    [true, true],
  ]);
  // Now those two die as well, and the start after them finds what they left.
  await living.child.kill();
  await next.child.kill();
  const last = await start();
  expect([await work(living.keys), await work(next.keys), await work(last.keys)]).toEqual([
    [false, false],
    [false, false],
    [true, true],
  ]);
  const reasons = await database.owner.query<{ after: string; count: bigint }>({
    text: `select after, count(*) as count from audit_log where action = 'api_key.revoked' group by after`,
  });
  expect(reasons).toEqual([{ after: "never handed over", count: 6n }]);
}, 120_000);
