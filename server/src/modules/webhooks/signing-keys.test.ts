import { describe, expect, it } from "vitest";
import { createTestKeyring } from "../../../test/harness/keyring.ts";
import { createManualClock } from "../../kit/clock.ts";
import { createIdSource, type MerchantNo } from "../../kit/ids.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { newSigningSecret, signingKey } from "./signing.ts";
import { createSigningKeys } from "./signing-keys.ts";
import { secretContext } from "./store.ts";

const keyring = createTestKeyring();
const random = createSeededRandom(11);
const ids = createIdSource(createManualClock(Date.UTC(2026, 10, 21)), random);
const merchantNo = 7 as MerchantNo;

function newEndpoint() {
  const endpointId = ids.next("webhookEndpoint");
  const secret = newSigningSecret(random);
  const sealed = keyring.seal(secret.reveal(), secretContext({ merchantNo, id: endpointId }));
  const stored = {
    merchantNo,
    endpointId,
    secret: sealed,
    previousSecret: null,
    previousSecretExpiresAtMs: null,
  };
  return { stored, key: signingKey(secret) };
}

describe("the keys that sign a delivery", () => {
  it("are those of its endpoint, however many endpoints there are", () => {
    const keysOf = createSigningKeys(keyring, 2);
    const endpoints = Array.from({ length: 5 }, newEndpoint);
    for (const { stored, key } of [...endpoints, ...endpoints]) {
      expect(keysOf(stored, 0).map((each) => each.equals(key))).toEqual([true]);
    }
  });

  it("follow a rotation at once, with the one before for as long as it overlaps", () => {
    const keysOf = createSigningKeys(keyring);
    const { stored, key } = newEndpoint();
    keysOf(stored, 0);
    const fresh = newSigningSecret(random);
    const rotated = {
      ...stored,
      secret: keyring.seal(fresh.reveal(), secretContext({ merchantNo, id: stored.endpointId })),
      previousSecret: stored.secret,
      previousSecretExpiresAtMs: 100,
    };
    const isBoth = keysOf(rotated, 99).map((each, place) =>
      each.equals(place === 0 ? signingKey(fresh) : key),
    );
    expect(isBoth).toEqual([true, true]);
    expect(keysOf(rotated, 100).map((each) => each.equals(signingKey(fresh)))).toEqual([true]);
  });

  it("never open what was sealed for another endpoint", () => {
    const keysOf = createSigningKeys(keyring);
    const [one, other] = [newEndpoint(), newEndpoint()];
    keysOf(one.stored, 0);
    expect(() => keysOf({ ...one.stored, secret: other.stored.secret }, 0)).toThrow();
  });
});
