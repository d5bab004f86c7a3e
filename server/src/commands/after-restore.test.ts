import { describe, expect, it } from "vitest";
import { afterRestore } from "./after-restore.ts";

const POINT = "2026-11-23T02:15:00Z";

describe("cauris-server after-restore refuses", () => {
  it.each<readonly [string, readonly string[], RegExp]>([
    ["an unknown option", ["--force"], /Unknown option '--force'/],
    [
      "a point without a zone",
      ["--point", "2026-11-23T02:15:00"],
      /--point must be an instant with its zone/,
    ],
    ["a point that is a day", ["--point", "2026-11-23"], /--point must be an instant/],
    ["a point that does not exist", ["--point", "2026-13-23T02:15:00Z"], /--point must be an instant/],
    ["an end without a zone", ["--point", POINT, "--lost-until", "02:40"], /--lost-until must be an instant/],
    ["an end alone", ["--lost-until", POINT], /belong to --point/],
    ["a look back alone", ["--look-back", "24"], /belong to --point/],
    ["a part of an hour", ["--point", POINT, "--look-back", "1.5"], /whole number of hours/],
    ["hours of more than 90 days", ["--point", POINT, "--look-back", "2161"], /at most 2160/],
    ["a declaration with a release", ["--point", POINT, "--release"], /give one of them/],
    ["an account without a release", ["--without", "acct_1"], /belong to --release/],
    ["a note without a release", ["--note", "seen"], /belong to --release/],
  ])("%s", async (_case, args, message) => {
    await expect(afterRestore(args)).rejects.toMatchObject({
      name: "UsageError",
      message: expect.stringMatching(message),
    });
  });
});
