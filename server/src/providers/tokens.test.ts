import { expect, it } from "vitest";
import { createTokens, type Token } from "./tokens.ts";

function open() {
  const tokens = createTokens();
  let count = 0;
  const fetch = (expiresAtMs: number) => async (): Promise<Token> => {
    count += 1;
    return { value: `token-${count}`, expiresAtMs };
  };
  return { tokens, fetch, fetched: () => count };
}

it("is fetched once for all who ask at the same time, and kept", async () => {
  const { tokens, fetch, fetched } = open();
  const asked = Array.from({ length: 20 }, () => tokens.get("a", 0, fetch(3_600_000)));
  expect(new Set(await Promise.all(asked))).toEqual(new Set(["token-1"]));
  expect(await tokens.get("a", 3_539_000, fetch(9_000_000))).toBe("token-1");
  expect(fetched()).toBe(1);
});

it("is renewed a minute before it ends, and one that lives shorter after half of its life", async () => {
  const { tokens, fetch } = open();
  await tokens.get("long", 0, fetch(3_600_000));
  expect(await tokens.get("long", 3_540_000, fetch(7_200_000))).toBe("token-2");
  await tokens.get("short", 0, fetch(40_000));
  expect(await tokens.get("short", 19_999, fetch(80_000))).toBe("token-3");
  expect(await tokens.get("short", 20_000, fetch(80_000))).toBe("token-4");
});

it("that could not be fetched fails those who waited for it, and is tried again for the next", async () => {
  const { tokens, fetch } = open();
  const failing = () => Promise.reject(new Error("no answer"));
  const both = [tokens.get("a", 0, failing), tokens.get("a", 0, fetch(1_000_000))];
  const settled = await Promise.allSettled(both);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await tokens.get("a", 0, fetch(1_000_000))).toBe("token-1");
});

it("that was refused is dropped, but not the newer one that took its place", async () => {
  const { tokens, fetch } = open();
  const first = await tokens.get("a", 0, fetch(1_000_000));
  tokens.drop("a", first);
  const second = await tokens.get("a", 0, fetch(1_000_000));
  expect(second).toBe("token-2");
  tokens.drop("a", first);
  expect(await tokens.get("a", 0, fetch(1_000_000))).toBe("token-2");
});

it("belongs to its key, and the number of keys is bounded", async () => {
  const { tokens, fetch, fetched } = open();
  for (let key = 0; key < 1_001; key += 1) await tokens.get(`key-${key}`, 0, fetch(1_000_000));
  expect(fetched()).toBe(1_001);
  await tokens.get("key-1000", 0, fetch(1_000_000));
  expect(fetched()).toBe(1_001);
  await tokens.get("key-0", 0, fetch(1_000_000));
  expect(fetched()).toBe(1_002);
});
