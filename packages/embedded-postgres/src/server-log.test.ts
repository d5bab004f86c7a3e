import { mkdtemp, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { cutLog } from "./server-log.ts";

let path: string;
beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), "cauris-log-")), "postgres.log");
});
afterEach(() => rm(join(path, ".."), { recursive: true }));

it("a log that is written is cut above its size; what it held is kept, and the writer goes on at its beginning", async () => {
  const writer = await open(path, "a", 0o600);
  await writer.write("first\n");
  expect(await cutLog(path, 6)).toBe(false);
  await writer.write("second\n");
  expect(await cutLog(path, 6)).toBe(true);
  await writer.write("third\n");
  await writer.close();
  expect(await readFile(`${path}.1`, "utf8")).toBe("first\nsecond\n");
  expect(await readFile(path, "utf8")).toBe("third\n");
  expect((await stat(`${path}.1`)).mode & 0o777).toBe(0o600);
});

it("the one of before is replaced, so that there are never more than two", async () => {
  await writeFile(`${path}.1`, "old");
  await writeFile(path, "new");
  expect(await cutLog(path, 2)).toBe(true);
  expect(await readFile(`${path}.1`, "utf8")).toBe("new");
});

it("a log that is not there is no error", async () => {
  expect(await cutLog(path, 2)).toBe(false);
});
