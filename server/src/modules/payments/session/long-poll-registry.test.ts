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
  it("wakes everybody who waits for the session, and nobody else", async () => {
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

  it("lists each session once, as the one knows it who knows least", async () => {
    const registry = createLongPollRegistry();
    const waiting = [3, 2, 4].map((version) => registry.wait(session("a", version), LONG_MS, never));
    waiting.push(registry.wait(session("b"), LONG_MS, never));
    expect(registry.list().map(({ id, version }) => `${id} ${version}`)).toEqual(["a 2", "b 1"]);
    registry.close();
    await Promise.all(waiting);
    expect(registry.list()).toEqual([]);
  });

  it("lets a waiter go when its time is over or its caller has left, and keeps nothing of it", async () => {
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

  it("never holds anybody who comes too late", async () => {
    const registry = createLongPollRegistry();
    await registry.wait(session("a"), 0, never);
    await registry.wait(session("a"), LONG_MS, AbortSignal.abort());
    registry.close();
    await registry.wait(session("a"), LONG_MS, never);
    expect(registry.size()).toBe(0);
  });
});
