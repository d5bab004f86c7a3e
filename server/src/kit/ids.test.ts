import { describe, expect, it } from "vitest";
import { createManualClock } from "./clock.ts";
import {
  base32OfPair,
  createIdSource,
  decodeBase32,
  encodeBase32,
  formatUuid,
  type IdKind,
  isUuid,
  parsePublicId,
  prefixes,
  publicId,
  uuidBytes,
} from "./ids.ts";
import { createSeededRandom } from "./random.ts";

const seed = 20261121;
const clock = createManualClock(Date.UTC(2026, 10, 21, 10));
const kinds = Object.keys(prefixes) as readonly IdKind[];

describe("stored ids", () => {
  const ids = createIdSource(clock, createSeededRandom(seed));

  it("are UUIDs of version 7: the time first, then chance", () => {
    for (let n = 0; n < 1_000; n += 1) {
      const uuid = ids.uuid();
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(isUuid(uuid)).toBe(true);
      expect(Number.parseInt(uuid.replaceAll("-", "").slice(0, 12), 16)).toBe(clock.nowMs());
    }
  });

  it("do not repeat: 20 000 of one millisecond", () => {
    expect(new Set(Array.from({ length: 20_000 }, () => ids.uuid())).size).toBe(20_000);
  });

  it("are the same again from the same seed and clock", () => {
    const [one, two] = [createSeededRandom(seed), createSeededRandom(seed)];
    expect(createIdSource(clock, one).uuid()).toBe(createIdSource(clock, two).uuid());
  });

  it("keep their bytes through text and back", () => {
    const uuid = ids.uuid();
    expect(formatUuid(uuidBytes(uuid))).toBe(uuid);
  });

  it.each(["", "x", "00000000-0000-0000-0000-00000000000", "00000000-0000-0000-0000-00000000000G"])(
    "%j is none",
    (text) => expect(isUuid(text)).toBe(false),
  );
});

describe("public ids", () => {
  const ids = createIdSource(clock, createSeededRandom(seed));

  it.each(kinds)("of a %s carry their prefix, and lead back to the stored id", (kind) => {
    const id = ids.next(kind);
    const text = publicId(kind, id);
    expect(text).toMatch(new RegExp(`^${prefixes[kind]}_[0-9a-hjkmnp-tv-z]{26}$`));
    expect(parsePublicId(kind, text)).toBe(id);
  });

  it("of one kind are never read as another", () => {
    for (const kind of kinds) {
      const text = publicId(kind, ids.next(kind));
      for (const other of kinds) if (other !== kind) expect(parsePublicId(other, text), other).toBeNull();
    }
  });

  it("have a prefix of their own for each kind", () => {
    expect(new Set(Object.values(prefixes)).size).toBe(kinds.length);
  });

  it("sort by the time they were made", () => {
    const moving = createManualClock(clock.nowMs());
    const source = createIdSource(moving, createSeededRandom(seed));
    const made = Array.from({ length: 200 }, () => {
      moving.advance(1);
      return publicId("charge", source.next("charge"));
    });
    expect([...made].sort()).toEqual(made);
  });

  it("have one spelling: no capitals, no look-alikes, no padding, nothing before or after", () => {
    const text = publicId("charge", ids.next("charge"));
    const others = [
      text.toUpperCase(),
      `CH${text.slice(2)}`,
      ` ${text}`,
      `${text} `,
      `${text}0`,
      text.slice(0, -1),
      text.replace("_", "-"),
      `${text.slice(0, -1)}l`,
      `${text.slice(0, -1)}i`,
      `${text.slice(0, -1)}1`,
      "ch_",
      "",
    ];
    for (const other of others) expect(parsePublicId("charge", other), other).toBeNull();
  });
});

describe("base32", () => {
  it("keeps bytes of any length", () => {
    const random = createSeededRandom(seed);
    for (let length = 0; length <= 40; length += 1) {
      const bytes = random.bytes(length);
      expect(decodeBase32(encodeBase32(bytes))).toEqual(bytes);
    }
  });

  it("writes a UUID and a number as their bytes", () => {
    const ids = createIdSource(clock, createSeededRandom(seed));
    for (const number of [0, 1, 1234, 2 ** 31 - 1, 2 ** 32 - 1]) {
      const uuid = ids.uuid();
      const bytes = Buffer.alloc(20);
      uuidBytes(uuid).copy(bytes);
      bytes.writeUInt32BE(number, 16);
      expect(base32OfPair(uuid, number)).toBe(encodeBase32(bytes));
    }
  });

  it("keeps more bytes than an id has", () => {
    const bytes = createSeededRandom(seed).bytes(500);
    expect(decodeBase32(encodeBase32(bytes))).toEqual(bytes);
  });

  it.each(["u", "U", "0l", "é", "a-b", "0\u0130"])("does not read %j", (text) =>
    expect(decodeBase32(text)).toBeNull(),
  );

  it("does not read padding that says something", () => {
    expect(decodeBase32("04")).toEqual(Buffer.from([1]));
    expect(decodeBase32("05")).toBeNull();
  });
});
