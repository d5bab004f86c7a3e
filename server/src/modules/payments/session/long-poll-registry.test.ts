import { describe, expect, it } from "vitest";
import type { Id, MerchantNo } from "../../../kit/ids.ts";
import { createLongPollRegistry, type WatchedSession } from "./long-poll-registry.ts";

const never = new AbortController().signal;
const LONG_MS = 60_000;
const session = (id: string, version = 1): WatchedSession => ({
  merchantNo: 1 as MerchantNo,
  id: id as Id<"checkoutSession">,
  version,
  expiresAtMs: 0,
});

describe("the long-poll registry", () => {
  it("wakes every caller that waits for the session, and no other", async () => {
    const registry = createLongPollRegistry();
    const woken: string[] = [];
    const wait = (id: string, who: string) =>
      registry.wait(session(id), LONG_MS, never).then((changed) => woken.push(`${who} ${changed}`));
    const waiting = [wait("a", "a1"), wait("a", "a2"), wait("b", "b1")];
    registry.changed("a");
    await Promise.all(waiting.slice(0, 2));
    expect(woken).toEqual(["a1 true", "a2 true"]);
    expect(registry.size()).toBe(1);
    registry.close();
    await Promise.all(waiting);
    expect(woken.at(-1)).toBe("b1 false");
    expect(registry.size()).toBe(0);
  });

  it("lists each session once, with the oldest version that a waiting caller knows", async () => {
    const registry = createLongPollRegistry();
    const waiting = [3, 2, 4].map((version) => registry.wait(session("a", version), LONG_MS, never));
    waiting.push(registry.wait(session("b"), LONG_MS, never));
    expect(registry.list().map(({ id, version }) => `${id} ${version}`)).toEqual(["a 2", "b 1"]);
    registry.close();
    await Promise.all(waiting);
    expect(registry.list()).toEqual([]);
  });

  it("forgets a waiting caller when its time is over or its connection has closed", async () => {
    const registry = createLongPollRegistry();
    const left = new AbortController();
    const waiting = [
      registry.wait(session("a"), 1, never),
      registry.wait(session("a"), LONG_MS, left.signal),
    ];
    left.abort();
    expect(await Promise.all(waiting)).toEqual([false, false]);
    expect(registry.size()).toBe(0);
  });

  it("keeps no caller waiting whose time is over, whose connection is closed, or that comes after its own end", async () => {
    const registry = createLongPollRegistry();
    await registry.wait(session("a"), 0, never);
    await registry.wait(session("a"), LONG_MS, AbortSignal.abort());
    registry.close();
    await registry.wait(session("a"), LONG_MS, never);
    expect(registry.size()).toBe(0);
  });
});
