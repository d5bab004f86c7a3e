import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { chainHash } from "../../server/src/db/hash-chain.ts";
import { type Id, publicId } from "../../server/src/kit/ids.ts";
import { type ChainedEntry, checkChain, entriesIn } from "./audit-chain.ts";

const digest = async (text: string) => createHash("sha256").update(text).digest("hex");
const uuids = [
  "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e41",
  "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e42",
  "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e43",
];

/** Three entries as the service chains them. */
function chain(): ChainedEntry[] {
  let previous: Buffer = Buffer.alloc(32);
  return uuids.map((uuid, index) => {
    const entry = {
      object: "audit_entry" as const,
      id: publicId("auditEntry", uuid as Id<"auditEntry">),
      tenantId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e",
      sequence: index + 1,
      merchantId: index === 1 ? "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2f" : null,
      mode: index === 1 ? ("LIVE" as const) : null,
      actor: "system",
      action: "merchant.created",
      subject: `subject ${index}`,
      before: null,
      after: "Maison Akwaba, à côté",
      ip: "127.0.0.1",
      requestId: null,
      createdAt: "2026-11-22T10:00:00.000Z",
    };
    const hash = chainHash(previous, [
      entry.tenantId,
      String(entry.sequence),
      uuid,
      entry.createdAt,
      entry.actor,
      entry.action,
      entry.subject,
      entry.before,
      entry.after,
      entry.ip,
      entry.requestId,
      entry.merchantId,
      entry.mode,
    ]);
    const whole = { ...entry, previousHash: previous.toString("hex"), hash: hash.toString("hex") };
    previous = hash;
    return whole;
  });
}
/** Read two at a time, as a log longer than one file. */
const check = (entries: readonly ChainedEntry[], parts: number[] = []) =>
  checkChain(
    digest,
    async (sequence) => entries.slice(sequence - 1, sequence + 1),
    (at) => parts.push(at),
  );

describe("the chain of the audit log, checked in a browser", () => {
  it("is whole as the service writes it, and tells how far it is", async () => {
    const entries = chain();
    const parts: number[] = [];
    expect(await check(entries, parts)).toEqual({
      end: { sequence: 3, hash: entries[2]?.hash },
      broken: null,
    });
    expect(parts).toEqual([2, 3]);
  });

  it.each([
    [
      "an entry that was changed",
      (all: ChainedEntry[]) => all.map((one, at) => (at === 1 ? { ...one, after: "x" } : one)),
      2,
      "HASH",
    ],
    ["an entry that was removed", (all: ChainedEntry[]) => all.filter((_one, at) => at !== 1), 3, "GAP"],
    [
      "an entry that was exchanged",
      (all: ChainedEntry[]) =>
        all.map((one, at) => (at === 2 ? { ...one, previousHash: "0".repeat(64) } : one)),
      3,
      "LINK",
    ],
  ])("names the place of %s", async (_what, tamper, sequence, flaw) => {
    expect((await check(tamper(chain()))).broken).toEqual({ sequence, flaw });
  });

  it("that begins in files goes on from their last entry, and from no later one", async () => {
    const from = (begin: number, entries: readonly ChainedEntry[]) =>
      checkChain(
        digest,
        async (sequence) => entries.filter((one) => one.sequence >= sequence),
        () => {},
        begin,
      );
    const [, second, third] = chain();
    if (second === undefined || third === undefined) throw new Error("there are three");
    expect(await from(2, [second, third])).toEqual({ end: { sequence: 3, hash: third.hash }, broken: null });
    expect((await from(2, [third])).broken).toEqual({ sequence: 3, flaw: "GAP" });
    expect((await from(2, [{ ...second, after: "x" }, third])).broken).toEqual({ sequence: 2, flaw: "HASH" });
    expect((await from(1, [second, third])).broken).toEqual({ sequence: 2, flaw: "GAP" });
  });

  it("that is empty has no end", async () => {
    expect(await check([])).toEqual({ end: null, broken: null });
  });

  it("reads the lines of an export", () => {
    const entries = chain();
    expect(entriesIn(`${entries.map((one) => JSON.stringify(one)).join("\n")}\n`)).toEqual(entries);
  });
});
