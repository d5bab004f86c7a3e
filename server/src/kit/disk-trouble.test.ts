import { expect, test } from "vitest";
import { DiskTroubleError, explainDisk } from "./disk-trouble.ts";

test.each([
  ["EROFS", /read-only\. Mount it writable, or choose another folder with DATA_DIR\.$/],
  ["EACCES", /another account .*Start the service with that account, or choose another folder/],
  ["ENOENT", /a folder above it is missing .*Make it, or choose/],
  ["ENOTDIR", /a part of its path is a file\. /],
  ["ENOSPC", /its disk is full\. Free some space, then start again/],
])("%s is said with path and cure", (code, line) => {
  const explained = explainDisk(Object.assign(new Error("raw"), { code }), "The data folder", "/srv/cauris");
  expect(explained).toBeInstanceOf(DiskTroubleError);
  expect((explained as Error).message).toMatch(line);
  expect((explained as Error).message).toContain(`The data folder /srv/cauris cannot be used (${code}): `);
});

test.each([new Error("ours"), Object.assign(new Error("odd"), { code: "EIO" }), null, "text"])(
  "what is no trouble of the disk's comes back as it is (%s)",
  (error) => {
    expect(explainDisk(error, "The data folder", "/srv/cauris")).toBe(error);
  },
);
