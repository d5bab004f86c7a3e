import { describe, expect, it } from "vitest";
import { en } from "./en/index.ts";
import { fr } from "./fr/index.ts";
import { pt } from "./pt/index.ts";

/** What a merchant who has one of something reads: one step, one row, one payout. */
describe.each([
  ["fr", fr],
  ["en", en],
  ["pt", pt],
] as const)("one of something in %s", (_name, { goLive, batches, endpoints, keys }) => {
  it.each([
    ["steps", goLive.progress(1, 7), goLive.progress(2, 7)],
    ["payouts of a file", batches.ready(1, "5"), batches.ready(2, "5")],
    ["payouts to send", batches.send(1, "5"), batches.send(2, "5")],
    ["kinds of events", endpoints.kinds(1), endpoints.kinds(2)],
    ["requests", keys.perSecond(1), keys.perSecond(2)],
  ])("%s: another word than for two", (_what, one, two) =>
    expect(one.replace("1", "#")).not.toBe(two.replace("2", "#")),
  );
});
