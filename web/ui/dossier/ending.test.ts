import { expect, it } from "vitest";
import { endingPapers } from "./ending.ts";

const nowMs = Date.parse("2026-11-21T10:00:00Z");
const paper = (more: Partial<Parameters<typeof endingPapers>[0][number]> = {}) => ({
  type: "TAX_CERTIFICATE" as const,
  createdAt: "2025-01-01T00:00:00.000Z",
  acceptedAt: "2025-01-02T00:00:00.000Z",
  refusedAt: null,
  expiresOn: "2026-12-10",
  ...more,
});
const newer = { createdAt: "2026-11-20T00:00:00.000Z", acceptedAt: null, expiresOn: "2027-12-10" };

it.each([
  ["one that ends in three weeks", [paper()], 1],
  ["one that has ended", [paper({ expiresOn: "2026-11-01" })], 1],
  ["one that ends in a year", [paper({ expiresOn: "2027-11-01" })], 0],
  ["one without an end", [paper({ expiresOn: null })], 0],
  ["one that no approval rests on", [paper({ acceptedAt: null })], 0],
  ["one for which a newer was handed in", [paper(), paper(newer)], 0],
  ["one whose newer was refused", [paper(), paper({ ...newer, refusedAt: "2026-11-21T00:00:00.000Z" })], 1],
  ["one whose newer ends no later", [paper(), paper({ ...newer, expiresOn: "2026-12-10" })], 1],
  ["one beside a newer of another type", [paper(), paper({ ...newer, type: "OTHER" })], 1],
  [
    "an identity card beside another director's, handed in long before its end",
    [
      paper({ type: "DIRECTOR_ID" }),
      paper({ ...newer, type: "DIRECTOR_ID", createdAt: "2026-03-01T00:00:00.000Z" }),
    ],
    1,
  ],
  [
    "an identity card with a newer near its end",
    [paper({ type: "DIRECTOR_ID" }), paper({ ...newer, type: "DIRECTOR_ID" })],
    0,
  ],
] as const)("%s", (_name, papers, count) => {
  expect(endingPapers(papers, nowMs)).toHaveLength(count);
});
