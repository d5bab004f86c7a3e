import { expect, test } from "vitest";
import { type Actor, formatActor, sameActor, storedMerchantActor } from "./actor.ts";
import type { Id } from "./ids.ts";

const uuid = "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e";
const key: Actor = { kind: "key", id: uuid as Id<"apiKey"> };
const person: Actor = { kind: "person", id: uuid as Id<"person"> };
const operator: Actor = { kind: "operator", id: uuid as Id<"operator"> };
const system: Actor = { kind: "system", id: null };
const provider: Actor = { kind: "provider", id: null };
const all = [key, person, operator, system, provider];

test("an actor is written with a prefix for its kind, and read back", () => {
  const texts = all.map(formatActor);
  expect(texts.map((text) => text.replace(/_.*/, "_"))).toEqual([
    "key_",
    "usr_",
    "op_",
    "system",
    "provider",
  ]);
});

test("one id of two kinds is two actors", () => {
  for (const left of all) for (const right of all) expect(sameActor(left, right)).toBe(left === right);
  expect(sameActor(key, { ...key })).toBe(true);
});

test("a merchant's actor is a key or a person", () => {
  expect(storedMerchantActor("key", uuid)).toEqual(key);
  expect(storedMerchantActor("person", uuid)).toEqual(person);
  for (const kind of ["operator", "system", ""]) {
    expect(() => storedMerchantActor(kind, uuid)).toThrow("cannot be of the kind");
  }
});
