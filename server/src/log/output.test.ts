import { describe, expect, test } from "vitest";
import { createOutput, type OutputTimers } from "./output.ts";

/** A pipe whose capacity the test sets, and the timers of its writer. */
function newPipe(bytesMax?: number) {
  let room = Number.POSITIVE_INFINITY;
  let fault: string | null = null;
  let text = "";
  const writes: number[] = [];
  const due: { readonly act: () => void; readonly delayMs: number }[] = [];
  const paused: number[] = [];
  let onPause = (): void => {};
  const timers: OutputTimers = {
    soon: (act) => due.push({ act, delayMs: 0 }),
    later: (act, delayMs) => due.push({ act, delayMs }),
    pause: (ms) => {
      paused.push(ms);
      onPause();
    },
  };
  const output = createOutput({
    writeSome: (bytes) => {
      if (fault !== null) throw Object.assign(new Error(fault), { code: fault });
      if (room === 0) throw Object.assign(new Error("full"), { code: "EAGAIN" });
      const count = Math.min(room, bytes.length);
      text += Buffer.from(bytes.subarray(0, count)).toString();
      room -= count;
      writes.push(bytes.length);
      return count;
    },
    droppedLine: (count) => `dropped ${count}\n`,
    timers,
    ...(bytesMax === undefined ? {} : { bytesMax }),
  });
  return {
    output,
    writes,
    paused,
    due,
    text: () => text,
    takes: (bytes: number) => {
      room = bytes;
    },
    fails: (code: string | null) => {
      fault = code;
    },
    whenPaused: (act: () => void) => {
      onPause = act;
    },
    /** Runs the timers that are set; returns their delays. */
    turn: () => {
      const now = due.splice(0);
      for (const { act } of now) act();
      return now.map(({ delayMs }) => delayMs);
    },
  };
}

const lineOf = (index: number, length = 100): string => `${String(index).padEnd(length - 1, ".")}\n`;

describe("a reader that reads", () => {
  test("gets every line in order, those of one turn together", () => {
    const pipe = newPipe();
    for (let index = 0; index < 10; index++) pipe.output.write(lineOf(index));
    expect(pipe.text()).toBe("");
    expect(pipe.turn()).toEqual([0]);
    expect(pipe.text()).toBe(Array.from({ length: 10 }, (_none, index) => lineOf(index)).join(""));
    expect(pipe.writes).toEqual([1_000]);
    expect(pipe.due).toEqual([]);
  });

  test("gets whole lines in pieces that a pipe takes at once, so that processes which share it tear none", () => {
    const pipe = newPipe();
    for (let index = 0; index < 100; index++) pipe.output.write(lineOf(index, 150));
    pipe.turn();
    expect(pipe.writes.length).toBeGreaterThan(1);
    for (const bytes of pipe.writes) {
      expect(bytes).toBeLessThanOrEqual(4_096);
      expect(bytes % 150).toBe(0);
    }
  });

  test("gets bytes for what takes more of them than characters", () => {
    const pipe = newPipe();
    pipe.output.write(`${"é".repeat(3_000)}\n`);
    pipe.output.write("ü\n");
    pipe.turn();
    expect(pipe.writes).toEqual([6_001, 3]);
    expect(pipe.text()).toBe(`${"é".repeat(3_000)}\nü\n`);
  });
});

describe("a reader that pauses", () => {
  test("loses nothing while there is room, and is asked again after a while only", () => {
    const pipe = newPipe();
    pipe.takes(0);
    for (let index = 0; index < 50; index++) {
      pipe.output.write(lineOf(index));
      expect(pipe.turn()).toEqual([index === 0 ? 0 : 20]);
    }
    expect(pipe.text()).toBe("");
    pipe.takes(Number.POSITIVE_INFINITY);
    pipe.turn();
    expect(pipe.text()).toBe(Array.from({ length: 50 }, (_none, index) => lineOf(index)).join(""));
  });

  test("in the middle of a line gets the other half before anything else", () => {
    const pipe = newPipe();
    pipe.output.write(lineOf(1));
    pipe.takes(30);
    pipe.turn();
    pipe.output.write(lineOf(2));
    pipe.takes(30);
    pipe.turn();
    pipe.output.write(lineOf(3));
    expect(pipe.text()).toBe(lineOf(1).slice(0, 60));
    pipe.takes(Number.POSITIVE_INFINITY);
    pipe.turn();
    expect(pipe.text()).toBe([1, 2, 3].map((index) => lineOf(index)).join(""));
  });
});

describe("a reader that stalls", () => {
  test("loses lines, hears once how many, and misses none afterwards", () => {
    const pipe = newPipe(1_000);
    pipe.takes(0);
    for (let index = 0; index < 5_000; index++) {
      pipe.output.write(lineOf(index));
      pipe.turn();
    }
    pipe.takes(Number.POSITIVE_INFINITY);
    pipe.turn();
    pipe.turn();
    pipe.output.write("after\n");
    pipe.turn();
    const kept = Array.from({ length: 10 }, (_none, index) => lineOf(index)).join("");
    expect(pipe.text()).toBe(`${kept}dropped 4990\nafter\n`);
    expect(pipe.due).toEqual([]);
  });

  test("hears of it as soon as half of the room is free, behind what it was given before", () => {
    const pipe = newPipe(10_000);
    pipe.takes(0);
    for (let index = 0; index < 101; index++) pipe.output.write(lineOf(index));
    pipe.turn();
    // One piece of three is written: two thirds still wait.
    pipe.takes(4_000);
    pipe.turn();
    pipe.output.write("lost too\n");
    expect(pipe.text().length).toBe(4_000);
    pipe.takes(4_000);
    pipe.turn();
    pipe.output.write("kept\n");
    pipe.takes(Number.POSITIVE_INFINITY);
    pipe.turn();
    expect(pipe.text().slice(10_000)).toBe("dropped 2\nkept\n");
  });

  test("hears of a line that was longer than all of the room", () => {
    const pipe = newPipe(100);
    pipe.output.write(lineOf(1, 101));
    pipe.turn();
    pipe.turn();
    expect(pipe.text()).toBe("dropped 1\n");
  });
});

describe("a reader that is gone, or a disk that is full", () => {
  test.each(["EPIPE", "ENOSPC", "EIO"])(
    "%s: nothing is thrown, and it is tried again each second",
    (code) => {
      const pipe = newPipe();
      pipe.fails(code);
      pipe.output.write("a\n");
      expect(pipe.turn()).toEqual([0]);
      expect(pipe.turn()).toEqual([1_000]);
      pipe.fails(null);
      pipe.turn();
      expect(pipe.text()).toBe("a\n");
    },
  );
});

describe("at the end of the process", () => {
  test("what waits is written", () => {
    const pipe = newPipe();
    pipe.output.write("last words\n");
    pipe.output.flush(500);
    expect(pipe.text()).toBe("last words\n");
    expect(pipe.paused).toEqual([]);
  });

  test("a slow reader gets all of it, and the number of those it does not get", () => {
    const pipe = newPipe(1_000);
    pipe.takes(0);
    for (let index = 0; index < 12; index++) pipe.output.write(lineOf(index));
    pipe.whenPaused(() => pipe.takes(500));
    pipe.output.flush(500);
    const kept = Array.from({ length: 10 }, (_none, index) => lineOf(index)).join("");
    expect(pipe.text()).toBe(`${kept}dropped 2\n`);
  });

  test("one that reads nothing is waited for no longer than said", () => {
    const pipe = newPipe();
    pipe.takes(0);
    pipe.output.write("unheard\n");
    pipe.output.flush(500);
    expect(pipe.paused.reduce((sum, ms) => sum + ms, 0)).toBe(500);
  });

  test("one that is gone is not waited for", () => {
    const pipe = newPipe();
    pipe.fails("EPIPE");
    pipe.output.write("unheard\n");
    pipe.output.flush(500);
    expect(pipe.paused).toEqual([]);
  });
});
