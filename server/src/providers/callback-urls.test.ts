import { describe, expect, it } from "vitest";
import { type Id, publicId } from "../kit/ids.ts";
import { accountIdOf, CALLBACK_URL_LENGTH_MAX, createCallbackUrls } from "./callback-urls.ts";
import type { ProviderCapabilities } from "./capabilities.ts";

const id = "0190aaaa-0000-7000-8000-000000000001";
const acct = publicId("providerAccount", id as Id<"providerAccount">);
const ownId = "0b9c2c1e-7d6a-4f0e-9a55-2f4f5d1c8e11";
const urls = createCallbackUrls(
  (provider) => ({
    capabilities: { callbacks: provider } as unknown as ProviderCapabilities,
  }),
  (provider) => (provider === "NONE" ? "http://127.0.0.1:1" : "https://pay.example.com"),
);

describe("where a provider reports", () => {
  it.each([
    ["SIGNED", `https://pay.example.com/provider-callbacks/${acct}`, true],
    ["OPAQUE", `https://pay.example.com/provider-callbacks/${acct}/${ownId}`, true],
    ["NONE", `http://127.0.0.1:1/provider-callbacks/${acct}`, false],
  ])("%s: %s", (provider, url, reports) => {
    const account = { id, provider };
    expect(urls.of(account, ownId)).toBe(url);
    expect(urls.longest(account)).toBe(url.length);
    expect(url.length).toBeLessThanOrEqual(CALLBACK_URL_LENGTH_MAX);
    expect(urls.base(account)).toBe(reports ? url.replace(`/${ownId}`, "") : null);
    expect([accountIdOf(acct), accountIdOf(id)]).toEqual([id, id]);
  });

  it("names no account in what is none", () => {
    for (const text of ["", "x", "acct_", "ch_01j2nan0000w0080000000000g", "..", `${id}0`]) {
      expect(accountIdOf(text)).toBeNull();
    }
  });
});
