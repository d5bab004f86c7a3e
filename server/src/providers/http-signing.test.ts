import { createPrivateKey, createPublicKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import { clientKey, clientPublicKey } from "../../test/harness/certificates.ts";
import { contentDigestFault, requestSignatureFault } from "./http-signatures.ts";
import { signatureHeaders, type UnsignedRequest } from "./http-signing.ts";

const NOW_MS = 1_800_000_000_000;
const components = ["@method", "@authority", "@path", "signature-date", "content-digest", "content-type"];
const form = { label: "sig-pp", components, lifeSeconds: 60 };
const terms = { components, ageSecondsMax: 60, skewSecondsMax: 5 };
const request: UnsignedRequest = {
  method: "POST",
  url: "https://api.provider.example/v2/deposits",
  headers: { "content-type": "application/json" },
  body: '{"amount":"100"}',
};
const keyOf = async (keyId: string) => (keyId === "KEY:1" ? createPublicKey(clientPublicKey) : null);
const key = createPrivateKey(clientKey);

function received(headers: Readonly<Record<string, string>>) {
  const { host: authority, pathname: path } = new URL(request.url);
  return { method: request.method, authority, path, query: "", headers: { ...request.headers, ...headers } };
}

describe("the signature of a request", () => {
  it.each(["der", "ieee-p1363"] as const)(
    "in %s is valid for its receiver, for its life",
    async (encoding) => {
      const headers = signatureHeaders(request, { keyId: "KEY:1", key, encoding }, form, NOW_MS);
      expect(contentDigestFault(headers["content-digest"], Buffer.from(request.body))).toBeNull();
      const faultAt = (nowMs: number) => requestSignatureFault(received(headers), terms, keyOf, nowMs);
      expect(await faultAt(NOW_MS)).toBeNull();
      expect(await faultAt(NOW_MS + 60_000)).toBeNull();
      expect(await faultAt(NOW_MS + 61_000)).toBe("outside_tolerance");
    },
  );

  it("covers the named parts, and changing one of them breaks it", async () => {
    const headers = signatureHeaders(request, { keyId: "KEY:1", key, encoding: "der" }, form, NOW_MS);
    const other = { ...received(headers), path: "/v2/payouts" };
    expect(await requestSignatureFault(other, terms, keyOf, NOW_MS)).toBe("forged");
    expect(contentDigestFault(headers["content-digest"], Buffer.from('{"amount":"900"}'))).toBe("forged");
  });

  it("of a header that is not there is a programming error", () => {
    const wider = { ...form, components: [...components, "content-length"] };
    expect(() =>
      signatureHeaders(request, { keyId: "KEY:1", key, encoding: "der" }, wider, NOW_MS),
    ).toThrow();
  });
});
