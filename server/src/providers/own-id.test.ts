import { expect, it } from "vitest";
import { createSeededRandom } from "../kit/random.ts";
import { readTransferReference } from "../kit/transfer-reference.ts";
import { newOwnId, opaqueLength, opaqueOf, ownIdIn } from "./own-id.ts";

const many = (form: "UUID_V4" | "TEXT_30" | "TRANSFER") => {
  const random = createSeededRandom(4);
  return Array.from({ length: 1_000 }, () => newOwnId(form, random) ?? "");
};

it("where our reference serves, nothing is drawn", () => {
  const random = { bytes: () => expect.fail("drawn"), unit: () => expect.fail("drawn") };
  expect(newOwnId("OURS", random)).toBeNull();
});

it("UUID_V4 is one, never the same twice, and all its 122 free bits vary", () => {
  const ids = many("UUID_V4");
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  const everSet = ids.reduce((bits, id) => bits | BigInt(`0x${id.replaceAll("-", "")}`), 0n);
  const alwaysSet = ids.reduce((bits, id) => bits & BigInt(`0x${id.replaceAll("-", "")}`), (1n << 128n) - 1n);
  const free = (everSet & ~alwaysSet).toString(2).replaceAll("0", "").length;
  expect(free).toBe(122);
});

it("TEXT_30 is at most 30 letters and digits, never the same twice", () => {
  const ids = many("TEXT_30");
  for (const id of ids) expect(id).toMatch(/^[0-9a-z]{28}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

it("TRANSFER is twelve characters that check themselves, never the same twice", () => {
  const ids = many("TRANSFER");
  for (const id of ids) expect(readTransferReference(id)).toBe(id);
  expect(new Set(ids).size).toBe(ids.length);
});

it("leaves the drawn bytes as they are: they may be a view of a pool", () => {
  const bytes = Buffer.alloc(16, 0xff);
  newOwnId("UUID_V4", { bytes: () => bytes, unit: () => 0 });
  expect(bytes).toEqual(Buffer.alloc(16, 0xff));
});

it.each(["UUID_V4", "TEXT_30"] as const)("an id of the form %s is found again in its segment", (form) => {
  for (const id of many(form)) {
    const segment = opaqueOf(id);
    expect(segment).toMatch(/^[\w-]+$/);
    expect(segment).toHaveLength(opaqueLength(form));
    expect([ownIdIn(form, segment), ownIdIn(form, id)]).toEqual([id, id]);
  }
});

it.each([
  ["an empty segment", ""],
  ["a segment that is too short", "C5wsHn1qTw6aVS9PXRyOE"],
  ["a segment that is too long", "C5wsHn1qTw6aVS9PXRyOEQA"],
  ["another spelling of the last digit", "C5wsHn1qTw6aVS9PXRyOER"],
  ["padding", "C5wsHn1qTw6aVS9PXRyOEQ=="],
  ["other characters", "C5wsHn1qTw6aVS9PXRyOE/"],
  ["an id in capital letters", "0B9C2C1E-7D6A-4F0E-9A55-2F4F5D1C8E11"],
])("no UUID is found in %s", (_what, segment) => {
  expect(ownIdIn("UUID_V4", segment)).toBeNull();
});
