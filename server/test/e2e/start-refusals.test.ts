import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { createServiceHome, type ServiceHome } from "../harness/service-process.ts";

/** The built service with an external database that refuses it. */
let database: TestDatabase;
let home: ServiceHome;
beforeAll(async () => {
  database = await createTestDatabase();
  home = await createServiceHome();
});
afterAll(async () => {
  await home.remove();
  await database.drop();
});

function addressWith(change: (url: URL) => void): string {
  const url = new URL(database.ownerUrl);
  change(url);
  return url.href;
}

it.each([1, 2])(
  "says in PostgreSQL's words why it does not start, in one line, with %i processes",
  async (count) => {
    const url = addressWith((given) => {
      given.password = "hunter2";
    });
    const service = home.spawn({ env: { DATABASE_URL: url, PROCESSES: String(count), LOG_LEVEL: "silent" } });
    expect(await service.exited).toMatchObject({ code: 1, signal: null });
    const lines = service.output().trim().split("\n");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^Cauris could not start: PostgreSQL at 127\.0\.0\.1:\d+, database \w+: password authentication failed for user/,
    );
    expect(service.output()).not.toContain("hunter2");
  },
);

it("says what it waits for, and stops cleanly when it is asked to while it waits", async () => {
  const url = addressWith((given) => {
    given.port = "1";
  });
  const service = home.spawn({ env: { DATABASE_URL: url } });
  while (!service.output().includes("Waiting for PostgreSQL")) await sleep(10);
  expect(service.output()).toContain("ECONNREFUSED");
  expect(await service.stop()).toMatchObject({ code: 0, signal: null });
});

it("refuses a word behind it, which would be a command of cauris-server, and starts nothing", () => {
  const program = join(import.meta.dirname, "../../../dist/server/src/main.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "migrate"], { encoding: "utf8" });
  expect({ status, stdout, stderr: stderr.trim() }).toEqual({
    status: 1,
    stdout: "",
    stderr:
      'Cauris could not start: the service takes no argument, and "migrate" is one: commands are of cauris-server (see cauris-server --help).',
  });
});
