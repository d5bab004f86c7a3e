import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FolderBusyError, lockFolder } from "./folder-lock.ts";
import { application } from "./test-application.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cauris-lock-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const dead = { pid: 2 ** 22 + 1, start: "long ago", space: "", released: false };

test("of many that want a free folder one gets it", async () => {
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder, application)));
  const won = answers.filter(({ status }) => status === "fulfilled");
  expect(won).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status === "rejected") expect(answer.reason).toBeInstanceOf(FolderBusyError);
  }
  expect(await readdir(folder)).toEqual(["lock.1"]);
});

test("a lock that was given back can be taken again, under the next number", async () => {
  for (let round = 1; round <= 3; round += 1) {
    const lock = await lockFolder(folder, application);
    expect(await readdir(folder)).toEqual([`lock.${round}`]);
    await lock.release();
  }
});

test("the lock of a process that is gone is no obstacle, and one of many takes it over", async () => {
  const probe = await lockFolder(folder, application);
  await probe.release();
  const mine = JSON.parse(await readFile(join(folder, "lock.1"), "utf8"));
  await writeFile(join(folder, "lock.7"), JSON.stringify({ ...dead, space: mine.space }));
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder, application)));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await readdir(folder)).toEqual(["lock.8"]);
});

test("a process id that was used again does not keep the folder locked", async () => {
  const first = await lockFolder(folder, application);
  await first.release();
  const mine = JSON.parse(await readFile(join(folder, "lock.1"), "utf8"));
  await writeFile(join(folder, "lock.1"), JSON.stringify({ ...mine, start: "another", released: false }));
  await expect(lockFolder(folder, application)).resolves.toBeDefined();
});

test("a lock file cut short by a full disk or a power cut is no obstacle", async () => {
  await writeFile(join(folder, "lock.1"), '{"pid": 12');
  await expect(lockFolder(folder, application)).resolves.toBeDefined();
});

test("a holder in another container counts as long as it beats", async () => {
  const path = join(folder, "lock.3");
  await writeFile(path, JSON.stringify({ ...dead, space: "another container" }));
  const beat = setInterval(() => void utimes(path, new Date(), new Date()), 100);
  await expect(lockFolder(folder, application, 1_500)).rejects.toThrow(/another container/);
  clearInterval(beat);
  await expect(lockFolder(folder, application, 1_000)).resolves.toBeDefined();
});
