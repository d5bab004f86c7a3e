import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBankFolders } from "./bank-folders.ts";

let root: string;
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "bank-folders-")));
  await mkdir(join(root, "base", "first"), { recursive: true });
  await mkdir(join(root, "baseline"));
  await symlink(join(root, "baseline"), join(root, "base", "out"));
  await symlink(join(root, "base", "first"), join(root, "base", "again"));
});
afterAll(() => rm(root, { recursive: true }));

describe("the folder of an account", () => {
  const resolve = (name: string) => createBankFolders(join(root, "base")).resolve(join(root, name));

  it.each(["base/first", "base/again"])("%s is used by its real path", async (name) => {
    expect(await resolve(name)).toBe(join(root, "base/first"));
  });
  it.each(["base/out", "base", "baseline", "base/first/../../baseline"])(
    "%s lies outside, and is refused",
    async (name) => {
      await expect(resolve(name)).rejects.toThrow("outside BANK_FILES_DIR");
    },
  );
  it("that does not exist is refused", async () => {
    await expect(resolve("base/nothing")).rejects.toThrow("ENOENT");
  });
  it("is none where the service has no folder for bank files", async () => {
    await expect(createBankFolders(null).resolve(join(root, "base/first"))).rejects.toThrow("no folder");
  });
  it("may be the first under a base that is made for it", async () => {
    const base = join(root, "new");
    await expect(createBankFolders(base).resolve(join(base, "in"))).rejects.toThrow("ENOENT");
    expect(await realpath(base)).toBe(base);
  });
});
