import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { loadConfig } from "../config.ts";
import { openServiceKeyring } from "../keyring/index.ts";
import { systemClock } from "../kit/clock.ts";
import { createSystemRandom } from "../kit/random.ts";
import { rotateKey } from "./rotate-key.ts";

const oldKey = randomBytes(32).toString("hex");
const newKey = randomBytes(32).toString("hex");

describe("rotate-key", () => {
  let database: TestDatabase;
  const openWith = (key: string) =>
    openServiceKeyring(
      { db: database.db, clock: systemClock, random: createSystemRandom() },
      loadConfig({ MASTER_KEY: key }),
    );
  /** What it writes, called with these settings. */
  async function said(settings: Readonly<Record<string, string>>): Promise<string> {
    vi.stubEnv("DATABASE_URL", database.url);
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    expect(await rotateKey([])).toBe(0);
    return write.mock.calls.map(([text]) => text).join("");
  }
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  it("lets the new key open what the old one did, and the old one no more, beside a process that runs", async () => {
    const running = await openWith(oldKey);
    const context = "t.c 1";
    const sealed = running.seal("0500000789", context);
    expect(await said({ MASTER_KEY: newKey, MASTER_KEY_PREVIOUS: oldKey })).toMatch(/^\d keys are wrapped/);
    expect((await openWith(newKey)).open(sealed, context).toString()).toBe("0500000789");
    expect(running.open(running.seal("still", context), context).toString()).toBe("still");
    await expect(openWith(oldKey)).rejects.toThrow("does not open this database");
  });

  it("changes nothing the second time", async () => {
    expect(await said({ MASTER_KEY: newKey, MASTER_KEY_PREVIOUS: oldKey })).toMatch(/nothing was changed/);
  });

  it.each([
    ["no previous key", { MASTER_KEY: newKey }, "MASTER_KEY_PREVIOUS"],
    [
      "a new key that is no random one",
      { MASTER_KEY: "00".repeat(32), MASTER_KEY_PREVIOUS: newKey },
      "not drawn at random",
    ],
    [
      "a previous key that does not open the database",
      { MASTER_KEY: randomBytes(32).toString("hex"), MASTER_KEY_PREVIOUS: oldKey },
      "does not open this database",
    ],
  ])("refuses %s, and the key of before still opens all", async (_name, settings, words) => {
    vi.stubEnv("DATABASE_URL", database.url);
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    await expect(rotateKey([])).rejects.toThrow(words);
    await openWith(newKey);
  });
});
