import { describe, expect, it } from "vitest";
import type { CellCode } from "../kit/cell.ts";
import { type Id, publicId } from "../kit/ids.ts";
import { accountIdOf, createCallbackUrls } from "./callback-urls.ts";
import type { ProviderCapabilities } from "./capabilities.ts";

const id = "0190aaaa-0000-7000-8000-000000000001";
const acct = publicId("providerAccount", id as Id<"providerAccount">);
const ownId = "0b9c2c1e-7d6a-4f0e-9a55-2f4f5d1c8e11";
const opaque = "C5wsHn1qTw6aVS9PXRyOEQ";
const termsOf = (provider: string) => ({
  capabilities: { callbacks: provider } as unknown as ProviderCapabilities,
  referenceForm: "UUID_V4" as const,
});
const originOf = (provider: string) =>
  provider === "NONE" ? "http://127.0.0.1:1" : "https://pay.example.com";
const urls = createCallbackUrls(termsOf, originOf, null);

describe("where a provider reports", () => {
  it.each([
    ["SIGNED", `https://pay.example.com/provider-callbacks/${acct}`, true],
    ["OPAQUE", `https://pay.example.com/provider-callbacks/${acct}/${opaque}`, true],
    ["NONE", `http://127.0.0.1:1/provider-callbacks/${acct}`, false],
  ])("%s: %s", (provider, url, reports) => {
    const account = { id, provider };
    expect(urls.of(account, ownId)).toBe(url);
    expect(urls.problem(account)).toBeNull();
    expect(urls.base(account)).toBe(reports ? url.replace(`/${opaque}`, "") : null);
    expect([accountIdOf(null, acct), accountIdOf(null, id)]).toEqual([id, id]);
  });

  it.each([
    ["SIGNED", 69, null],
    ["SIGNED", 70, 121],
    // The id of an operation takes 23 characters more.
    ["OPAQUE", 46, null],
    ["OPAQUE", 47, 121],
    ["NONE", 500, null],
  ])(
    "%s: a service whose origin has %i characters (%j: the address that is too long)",
    (provider, length, tooLong) => {
      const origin = `https://${"x".repeat(length - "https://".length)}`;
      const long = createCallbackUrls(termsOf, () => origin, null);
      const problem = long.problem({ id, provider });
      if (tooLong === null) expect(problem).toBeNull();
      else {
        expect(problem).toMatchObject({ path: "provider", rule: "callback_url" });
        expect(problem?.message).toContain(`would have ${tooLong} characters and may have 120`);
      }
      const url = long.of({ id, provider }, ownId);
      if (provider !== "NONE") expect(url.length > 120).toBe(tooLong !== null);
    },
  );

  it("has its cell's code behind the prefix, and finds no account of another cell", () => {
    const cell = "ci" as CellCode;
    const coded = acct.replace("acct_", "acct_ci_");
    const inCell = createCallbackUrls(termsOf, originOf, cell);
    expect(inCell.base({ id, provider: "SIGNED" })).toBe(
      `https://pay.example.com/provider-callbacks/${coded}`,
    );
    expect(["ci", "sn", null].map((each) => accountIdOf(each as CellCode | null, coded))).toEqual([
      id,
      null,
      null,
    ]);
    expect([accountIdOf(cell, acct), accountIdOf(cell, id)]).toEqual([null, id]);
  });

  it("finds no account in other texts", () => {
    for (const text of ["", "x", "acct_", "ch_01j2nan0000w0080000000000g", "..", `${id}0`]) {
      expect(accountIdOf(null, text)).toBeNull();
    }
  });
});
