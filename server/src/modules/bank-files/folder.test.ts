import { mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lookInto, putAway, readFolderFile } from "./folder.ts";
import { FILE_BYTES_MAX } from "./formats/xml.ts";

let outside: string;
let folder: string;
beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), "bank-"));
  folder = join(outside, "in");
  await mkdir(folder);
  await writeFile(join(outside, "secret.xml"), "<secret/>");
});
afterEach(() => rm(outside, { recursive: true }));

const names = async () => (await lookInto(folder)).map(({ name }) => name);
const put = (name: string, content = "x") => writeFile(join(folder, name), content);

describe("a look into a folder", () => {
  it("finds plain files, and neither links, folders, hidden files nor files that are still written", async () => {
    await put("b.xml");
    await put("a.csv");
    for (const name of [".hidden", "c.xml.part", "d.TMP", "weird\nname.xml"]) await put(name);
    await mkdir(join(folder, "done"));
    await symlink(join(outside, "secret.xml"), join(folder, "link.xml"));
    await symlink(outside, join(folder, "up.xml"));
    expect(await names()).toEqual(["a.csv", "b.xml"]);
  });

  it("fails for a folder that is not there: an operator has to hear of it", async () => {
    await expect(lookInto(join(folder, "nothing"))).rejects.toThrow("ENOENT");
  });
});

describe("a file", () => {
  it("is read, and one that is gone is nothing", async () => {
    await put("a.xml", "<a/>");
    expect((await readFolderFile(folder, "a.xml"))?.toString()).toBe("<a/>");
    expect(await readFolderFile(folder, "b.xml")).toBeNull();
  });

  it("is not read when a link has taken its place", async () => {
    await symlink(join(outside, "secret.xml"), join(folder, "a.xml"));
    await expect(readFolderFile(folder, "a.xml")).rejects.toThrow("ELOOP");
  });

  it("is refused before it is read when it is too large", async () => {
    await put("a.xml");
    await truncate(join(folder, "a.xml"), FILE_BYTES_MAX + 1);
    await expect(readFolderFile(folder, "a.xml")).rejects.toThrow("more than 20 MB");
  });

  it("is put away with a text, and never over another", async () => {
    for (const sentence of ["first", "second", "third"]) {
      await put("a.xml", sentence);
      await putAway(folder, "a.xml", "failed", sentence);
    }
    const kept = await readdir(join(folder, "failed"));
    expect(kept.sort()).toEqual(["a-2.xml", "a-2.xml.txt", "a-3.xml", "a-3.xml.txt", "a.xml", "a.xml.txt"]);
    expect(await readFile(join(folder, "failed", "a-3.xml"), "utf8")).toBe("third");
    expect(await readFile(join(folder, "failed", "a-3.xml.txt"), "utf8")).toBe("third\n");
    expect(await names()).toEqual([]);
  });

  it("is not put away through a link: it would leave the folder", async () => {
    await put("a.xml");
    await symlink(outside, join(folder, "done"));
    await expect(putAway(folder, "a.xml", "done", "taken")).rejects.toThrow("done is no folder");
    expect(await readdir(outside)).toEqual(["in", "secret.xml"]);
  });

  it("that another process has put away already is no error", async () => {
    await put("a.xml");
    await rm(join(folder, "a.xml"));
    await putAway(folder, "a.xml", "done", "taken");
  });
});
