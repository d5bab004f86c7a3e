import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { follow, type LiveState } from "./follow.ts";

/** The browser's stream, which the test drives. */
class Stream {
  static readonly CLOSED = 2;
  static opened: Stream[] = [];
  readyState = 0;
  onopen = () => {};
  onerror = () => {};
  onmessage = (_message: { data: string; lastEventId: string }) => {};
  beat = () => {};
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    Stream.opened.push(this);
  }
  addEventListener(_type: "beat", run: () => void): void {
    this.beat = run;
  }
  close(): void {
    this.readyState = Stream.CLOSED;
  }
}

const scope = { audience: "merchant", merchantId: "m", mode: "SANDBOX" } as Parameters<typeof follow>[0];
let device: EventTarget;
let states: LiveState[];
let stop: () => void;
const last = (): Stream => {
  const stream = Stream.opened.at(-1);
  if (stream === undefined) throw new Error("no stream was opened");
  return stream;
};

beforeEach(() => {
  vi.useFakeTimers();
  device = new EventTarget();
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("addEventListener", device.addEventListener.bind(device));
  vi.stubGlobal("removeEventListener", device.removeEventListener.bind(device));
  Stream.opened = [];
  states = [];
  stop = follow(scope, { heard: () => {}, changed: (state) => states.push(state) });
  last().onopen();
  last().onmessage({ data: JSON.stringify({ type: "ready", id: null, version: null }), lastEventId: "17" });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a stream", () => {
  it("with its signs of life is current for as long as they come", () => {
    for (let sign = 0; sign < 20; sign += 1) {
      vi.advanceTimersByTime(15_000);
      last().beat();
    }
    expect([states, Stream.opened.length]).toEqual([["current"], 1]);
  });

  it("that has fallen silent is lost, and opened again after the last message", () => {
    vi.advanceTimersByTime(34_999);
    expect([states, Stream.opened.length]).toEqual([["current"], 1]);
    const silent = last();
    vi.advanceTimersByTime(1);
    expect([states, Stream.opened.length, silent.readyState]).toEqual([
      ["current", "lost"],
      2,
      Stream.CLOSED,
    ]);
    expect(last().url).toMatch(/[?&]after=17$/);
    last().onopen();
    expect(states).toEqual(["current", "lost", "current"]);
  });

  it("is lost at once on a device that goes offline, and opened as soon as it is online", () => {
    device.dispatchEvent(new Event("offline"));
    expect([states, Stream.opened.length, last().readyState]).toEqual([
      ["current", "lost"],
      1,
      Stream.CLOSED,
    ]);
    vi.advanceTimersByTime(14_999);
    device.dispatchEvent(new Event("online"));
    expect(Stream.opened.length).toBe(2);
    last().onopen();
    vi.advanceTimersByTime(30_000);
    expect([states, Stream.opened.length]).toEqual([["current", "lost", "current"], 2]);
  });

  it("that was stopped is opened by nothing any more", () => {
    stop();
    device.dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(60_000);
    expect([states, Stream.opened.length]).toEqual([["current"], 1]);
  });
});
