import { expect, it } from "vitest";
import type { RequestRecord } from "../../http/request-record.ts";
import { thinned } from "./thinning.ts";

const budget = { whole: 10, answered: 6, refused: 4 };

/** Requests named by merchant and status: `1:200`. */
const requests = (...texts: readonly string[]): readonly RequestRecord[] =>
  texts.map((text, index) => {
    const [merchantNo, status] = text.split(":").map(Number);
    return { requestId: `${index}`, merchantNo, status } as RequestRecord;
  });
const times = (count: number, text: string): readonly string[] => Array.from({ length: count }, () => text);
const kept = (...texts: readonly string[]) =>
  thinned(requests(...texts), budget).map(
    ({ merchantNo, status, notKept }) =>
      `${merchantNo}:${status}${notKept === 0 ? "" : ` and ${notKept} more`}`,
  );

it("keeps all requests while there are few", () => {
  expect(kept(...times(10, "1:200"))).toEqual(times(10, "1:200"));
});

it("keeps the first ones of many, and says at the last how many it left out", () => {
  expect(kept(...times(20, "1:200"))).toEqual([...times(5, "1:200"), "1:200 and 14 more"]);
});

it("keeps refused ones beside the answered ones, whenever they came", () => {
  expect(kept(...times(20, "1:200"), "1:404", "1:503")).toEqual([
    ...times(6, "1:200"),
    "1:404",
    "1:503 and 14 more",
  ]);
});

it("keeps no flood of refused ones", () => {
  expect(kept(...times(30, "1:429"))).toEqual([...times(3, "1:429"), "1:429 and 26 more"]);
});

it("gives a busy merchant no more than a quiet one", () => {
  expect(kept(...times(20, "1:200"), ...times(2, "2:200"))).toEqual([
    "1:200",
    "1:200",
    "1:200 and 17 more",
    "2:200",
    "2:200",
  ]);
});

it("keeps one of each merchant, however many there are", () => {
  const merchants = Array.from({ length: 30 }, (_each, index) => `${index}:200`);
  expect(kept(...merchants)).toEqual(merchants);
});
