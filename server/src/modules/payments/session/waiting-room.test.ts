import { describe, expect, it } from "vitest";
import type { Id, MerchantNo } from "../../../kit/ids.ts";
import { createWaitingRoom, type WatchedSession } from "./waiting-room.ts";

const never = new AbortController().signal;
const LONG_MS = 60_000;
const session = (id: string, version = 1): WatchedSession => ({
  merchantNo: 1 as MerchantNo,
  id: id as Id<"checkoutSession">,
  version,
  expiresAtMs: 0,
});

describe("the waiting room", () => {
  it("wakes everybody who waits for the session, and nobody else", async () => {
    const room = createWaitingRoom();
    const woken: string[] = [];
    const wait = (id: string, who: string) =>
      room.wait(session(id), LONG_MS, never).then((changed) => woken.push(`${who} ${changed}`));
    const waiting = [wait("a", "a1"), wait("a", "a2"), wait("b", "b1")];
    room.changed("a");
    await Promise.all(waiting.slice(0, 2));
    expect(woken).toEqual(["a1 true", "a2 true"]);
    expect(room.size()).toBe(1);
    room.close();
    await Promise.all(waiting);
    expect(woken.at(-1)).toBe("b1 false");
    expect(room.size()).toBe(0);
  });

  it("lists each session once, as the one knows it who knows least", async () => {
    const room = createWaitingRoom();
    const waiting = [3, 2, 4].map((version) => room.wait(session("a", version), LONG_MS, never));
    waiting.push(room.wait(session("b"), LONG_MS, never));
    expect(room.list().map(({ id, version }) => `${id} ${version}`)).toEqual(["a 2", "b 1"]);
    room.close();
    await Promise.all(waiting);
    expect(room.list()).toEqual([]);
  });

  it("lets a waiter go when its time is over or its caller has left, and keeps nothing of it", async () => {
    const room = createWaitingRoom();
    const left = new AbortController();
    const waiting = [room.wait(session("a"), 1, never), room.wait(session("a"), LONG_MS, left.signal)];
    left.abort();
    expect(await Promise.all(waiting)).toEqual([false, false]);
    expect(room.size()).toBe(0);
  });

  it("never holds anybody who comes too late", async () => {
    const room = createWaitingRoom();
    await room.wait(session("a"), 0, never);
    await room.wait(session("a"), LONG_MS, AbortSignal.abort());
    room.close();
    await room.wait(session("a"), LONG_MS, never);
    expect(room.size()).toBe(0);
  });
});
