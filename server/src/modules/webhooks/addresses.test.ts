import { describe, expect, it } from "vitest";
import { createTestKeyring } from "../../../test/harness/keyring.ts";
import { createManualClock } from "../../kit/clock.ts";
import { createIdSource, type MerchantNo } from "../../kit/ids.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { createAddresses, sealAddress, withoutQuery } from "./addresses.ts";

const keyring = createTestKeyring();
const ids = createIdSource(createManualClock(Date.UTC(2026, 10, 22)), createSeededRandom(12));
const merchantNo = 7 as MerchantNo;

function deliveryTo(url: string, endpointId = ids.next("webhookEndpoint")) {
  return { merchantNo, endpointId, sealedUrl: sealAddress(keyring, { merchantNo, id: endpointId }, url) };
}

describe("the address of a delivery", () => {
  it("is that of its endpoint, however many endpoints there are, and the new one as soon as there is one", () => {
    const addressOf = createAddresses(keyring, 2);
    const urls = Array.from({ length: 5 }, (_none, place) => `https://shop.example/${place}?token=${place}`);
    const deliveries = urls.map((url) => deliveryTo(url));
    for (const [place, delivery] of [...deliveries.entries(), ...deliveries.entries()]) {
      expect(addressOf(delivery)).toMatchObject({
        url: urls[place],
        withoutQuery: `https://shop.example/${place}`,
      });
    }
    const [first] = deliveries;
    if (first === undefined) throw new Error("there are five");
    const moved = deliveryTo("https://moved.example/", first.endpointId);
    expect(addressOf(moved).url).toBe("https://moved.example/");
    expect(addressOf(first).url).toBe(urls[0]);
  });

  it("is never opened with what was sealed for another endpoint", () => {
    const addressOf = createAddresses(keyring);
    const [one, other] = [deliveryTo("https://one.example/"), deliveryTo("https://other.example/")];
    expect(() => addressOf({ ...one, sealedUrl: other.sealedUrl })).toThrow();
  });
});

describe("what may lie in clear of an address", () => {
  it.each([
    ["https://shop.example/hooks?token=hush", "https://shop.example/hooks"],
    ["https://shop.example:8443/hooks/a?x=1&y=2#part", "https://shop.example:8443/hooks/a"],
    ["https://shop.example?token=hush", "https://shop.example/"],
    ["https://shop.example/hooks#hush", "https://shop.example/hooks"],
    ["http://localhost:4000/hook", "http://localhost:4000/hook"],
  ])("of %s is %s", (url, shown) => {
    expect(withoutQuery(url)).toBe(shown);
  });
});
