import { describe, expect, it } from "vitest";
import { createWaitingRoom } from "./waiting-room.ts";

const never = new AbortController().signal;
const LONG_MS = 60_000;

describe("the waiting room", () => {
  it("wakes everybody who waits for the session, and nobody else", async () => {
    const room = createWaitingRoom();
    const woken: string[] = [];
    const wait = (session: string, who: string) =>
      room.wait(session, LONG_MS, never).then(() => woken.push(who));
    const waiting = [wait("a", "a1"), wait("a", "a2"), wait("b", "b1")];
    room.changed("a");
    await Promise.all(waiting.slice(0, 2));
    expect(woken).toEqual(["a1", "a2"]);
    expect(room.size()).toBe(1);
    room.close();
    await Promise.all(waiting);
    expect(room.size()).toBe(0);
  });

  it("lets a waiter go when its time is over or its caller has left, and keeps nothing of it", async () => {
    const room = createWaitingRoom();
    const left = new AbortController();
    const waiting = [room.wait("a", 1, never), room.wait("a", LONG_MS, left.signal)];
    left.abort();
    await Promise.all(waiting);
    expect(room.size()).toBe(0);
  });

  it("never holds anybody who comes too late", async () => {
    const room = createWaitingRoom();
    await room.wait("a", 0, never);
    await room.wait("a", LONG_MS, AbortSignal.abort());
    room.close();
    await room.wait("a", LONG_MS, never);
    expect([room.size(), room.isClosed()]).toEqual([0, true]);
  });
});
