import { expect, it } from "vitest";
import { createTestKeyring } from "../../test/harness/keyring.ts";
import { createManualClock } from "./clock.ts";
import { FIRST_GUARD_ID, guardIdOf, isGuardId } from "./guard-id.ts";
import { createIdSource, encodeBase32, type Id, isUuid, type MerchantNo, uuidBytes } from "./ids.ts";
import { createSeededRandom } from "./random.ts";
import { formatSessionId, parseSessionId, revealSessionIds } from "./session-id.ts";

const clock = createManualClock(Date.UTC(2026, 10, 21));
const ids = createIdSource(clock, createSeededRandom(7));
const keyring = createTestKeyring();

it("a guard's id is its intent's, behind every session's", () => {
  for (let n = 0; n < 50; n += 1) {
    clock.advance(86_400_000 * 365);
    const intentId = ids.next("paymentIntent");
    const guardId = guardIdOf(intentId);
    expect(isUuid(guardId)).toBe(true);
    expect(guardId.slice(1)).toBe(intentId.slice(1));
    expect(isGuardId(guardId)).toBe(true);
    expect(guardId > FIRST_GUARD_ID).toBe(true);
    expect(isGuardId(ids.next("checkoutSession"))).toBe(false);
  }
  const earlier = guardIdOf(ids.next("paymentIntent"));
  clock.advance(1);
  expect(guardIdOf(ids.next("paymentIntent")) > earlier).toBe(true);
});

it("takes no id for another's guard", () => {
  expect(() => guardIdOf(guardIdOf(ids.next("paymentIntent")) as string as Id<"paymentIntent">)).toThrow();
});

it("never has a public id, whoever makes one up", () => {
  const key = { merchantNo: 1 as MerchantNo, id: guardIdOf(ids.next("paymentIntent")) };
  expect(() => formatSessionId(keyring, key)).toThrow();
  const session = { ...key, id: ids.next("checkoutSession") };
  expect(parseSessionId(keyring, formatSessionId(keyring, session))).toEqual(session);
  // A merchant that knows how guards are named could try to derive a session secret from its own id: that opens
  // nothing.
  const bytes = Buffer.concat([uuidBytes(key.id), Buffer.from([0, 0, 0, 1])]);
  const whole = revealSessionIds(keyring, key.merchantNo, `cs_${encodeBase32(bytes)}`);
  expect(whole).toHaveLength(formatSessionId(keyring, session).length);
  expect(parseSessionId(keyring, whole)).toBeNull();
});
