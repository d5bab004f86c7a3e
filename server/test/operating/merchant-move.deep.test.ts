import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSystemRandom } from "../../src/kit/random.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { startLoad } from "../harness/load.ts";
import { testSeed } from "../harness/seed.ts";
import { createServiceHome, type ServiceHome } from "../harness/service-process.ts";

const run = promisify(execFile);
const command = resolve(import.meta.dirname, "../../../bin/cauris-server.mjs");
const PAYMENTS = 12;

/** Two real services, each with its own database and master key, and a merchant that was paid in the first. */
let cells: readonly { readonly database: TestDatabase; readonly home: ServiceHome; readonly key: string }[] =
  [];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cauris-move-"));
  const random = createSystemRandom();
  for (const code of [undefined, "sn"]) {
    const [database, key] = [await createTestDatabase(), random.bytes(32).toString("hex")];
    const home = await createServiceHome({
      DATABASE_URL: database.ownerUrl,
      DATABASE_CONNECTIONS: "4",
      MASTER_KEY: key,
      ...(code === undefined ? {} : { CELL: code }),
    });
    cells = [...cells, { database, home, key }];
  }
}, 60_000);
afterAll(async () => {
  for (const { home, database } of cells) {
    await home.remove();
    await database.drop();
  }
  await rm(folder, { recursive: true, force: true });
});

it("a merchant is moved by the command while both services run: the old one refuses it, the new one answers with its key and ids", async () => {
  const [from, to] = cells;
  if (from === undefined || to === undefined) throw new Error("there are two cells");
  const origins = [(await from.home.start()).origin, (await to.home.start()).origin] as const;
  const { merchantId, apiKey } = await from.home.sandbox();
  const load = startLoad({
    origin: origins[0],
    apiKey,
    payers: 2,
    endings: ["279"],
    seed: testSeed(),
  });
  await expect.poll(() => load.payments.size, { timeout: 30_000 }).toBeGreaterThan(PAYMENTS);
  await load.finish();
  expect(load.surprises).toEqual([]);
  const ask = async (origin: string, path: string, body?: unknown) => {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as never as Answer };
  };
  const order = { amount: "5000", currency: "XOF", title: "Commande" };
  const open = await ask(origins[0], "/checkout/sessions", order);
  expect(open.status).toBe(201);

  const [tenant] = await to.database.owner.query<{ id: string }>({
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
  const args = ["merchant", "move", "--merchant", merchantId, "--to", place, "--tenant", tenant?.id ?? ""];
  const { stdout } = await run(process.execPath, [command, ...args], { env });
  expect(stdout).toContain(`Merchant ${merchantId} lives in cell sn now.`);

  const refused = await ask(origins[0], "/checkout/sessions", order);
  expect([refused.status, refused.body.error?.code]).toEqual([421, "WRONG_CELL"]);
  // A second later each process knows.
  const settled = { timeout: 10_000, interval: 200 };
  await expect.poll(async () => (await ask(origins[0], "/payments/charges")).status, settled).toBe(421);
  await expect.poll(async () => (await ask(origins[1], "/payments/charges")).status, settled).toBe(200);
  const { id } = open.body.data;
  expect((await ask(origins[1], `/checkout/sessions/${id}`)).body.data).toMatchObject({ id, status: "OPEN" });
  expect((await ask(origins[1], `/checkout/pay/${id}/status`)).body.data.status).toBe("OPEN");
  const made = await ask(origins[1], "/checkout/sessions", order);
  expect([made.status, made.body.data.id]).toEqual([201, expect.stringMatching(/^cs_sn_/)]);
  const [paid] = await to.database.owner.query<{ n: number }>({
    text: `select count(*)::int as n from charges c join merchant_numbers n using (merchant_no)
            where n.merchant_id = $1 and c.status = 'SUCCEEDED'`,
    values: [merchantId],
  });
  const succeeded = [...load.payments.values()].filter((payment) => payment.succeeded !== null);
  expect(paid?.n).toBe(succeeded.length);
  const { stdout: map } = await run(process.execPath, [command, "merchant", "moved"], { env });
  expect(map).toMatch(/^id::[0-9a-z]{6} cell_sn\n[\s\S]*^[0-9a-f]{64} cell_sn\n/m);
}, 180_000);

interface Answer {
  readonly data: { readonly id: string; readonly status: string };
  readonly error?: { readonly code: string };
}
