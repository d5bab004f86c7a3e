import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { launchDrawing } from "../../../test/harness/drawing-thread.ts";
import { createRecordingLog, quietLog } from "../../../test/harness/log.ts";
import { createDrawer } from "./drawing.ts";
import { drawLogo } from "./picture.ts";
import { hostileFiles, pngOf } from "./test-pictures.ts";

const picture = pngOf(120, 60, (x) => [x, 80, 160, 255]);
const begin = async () => {};
/** Longer than any of these takes on any machine: the speed is not what is tested. */
const PATIENT_MS = 25_000;

/** A thread in the state of one that is in the middle of a file: reports ready, then does this. */
const threadThat = (does: string, heapMb = 64): Worker =>
  new Worker(
    `const { parentPort } = require("node:worker_threads");
     parentPort.once("message", () => { ${does} });
     parentPort.postMessage({ kind: "ready" });`,
    { eval: true, resourceLimits: { maxOldGenerationSizeMb: heapMb } },
  );

describe("a drawing thread", () => {
  test("draws what a call would draw, and is gone afterwards", async () => {
    const gone: number[] = [];
    const launch = async () => {
      const thread = await launchDrawing();
      return thread.once("exit", (code) => gone.push(code));
    };
    const draw = createDrawer({ log: quietLog, launch, deadlineMs: PATIENT_MS });
    expect(await draw(picture, begin)).toEqual(drawLogo(picture));
    expect(gone).toHaveLength(1);
  });

  test.each(hostileFiles)("refuses %s", async (_name, file, problem) => {
    const draw = createDrawer({ log: quietLog, launch: launchDrawing, deadlineMs: PATIENT_MS });
    expect(await draw(file, begin)).toEqual({ problem });
  });
});

describe("when a decoder hangs", () => {
  test("requests are answered meanwhile", async () => {
    const thread = threadThat("for (;;);");
    const server = createServer((_request, response) => response.end("alive"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    let ended = false;
    const drawing = createDrawer({ log: quietLog, launch: () => thread, deadlineMs: PATIENT_MS });
    const drawn = drawing(picture, begin).finally(() => {
      ended = true;
    });
    await new Promise((resolve) => thread.once("message", resolve));
    // If requests shared a thread with the decoder, none of these would return.
    for (let asked = 0; asked < 5; asked++) expect(await (await fetch(origin)).text()).toBe("alive");
    expect(ended).toBe(false);
    await thread.terminate();
    expect(await drawn).toEqual({ problem: "DRAWING_FAILED" });
    server.close();
  });

  test("its thread is ended at the deadline", async () => {
    const thread = threadThat("for (;;);");
    const draw = createDrawer({ log: quietLog, launch: () => thread, deadlineMs: 50 });
    expect(await draw(picture, begin)).toEqual({ problem: "TOO_SLOW" });
    // A thread that has ended has no id.
    expect(thread.threadId).toBe(-1);
  });

  test("the one behind it waits for its end, and is counted only when its turn comes", async () => {
    let alive = 0;
    let most = 0;
    const begun: string[] = [];
    const launch = () => {
      alive += 1;
      most = Math.max(most, alive);
      return threadThat("for (;;);").once("exit", () => {
        alive -= 1;
      });
    };
    const draw = createDrawer({ log: quietLog, launch, deadlineMs: 100 });
    const drawn = ["a", "b", "c"].map((name) =>
      draw(picture, async () => {
        expect(alive).toBe(0);
        begun.push(name);
      }),
    );
    expect(await Promise.all(drawn)).toEqual(Array(3).fill({ problem: "TOO_SLOW" }));
    expect(begun).toEqual(["a", "b", "c"]);
    expect(most).toBe(1);
  });
});

describe("what else a file may bring about ends in a refusal", () => {
  const problemOf = async (launch: () => Worker) => {
    const { log, lines } = createRecordingLog();
    const answer = await createDrawer({ log, launch, deadlineMs: PATIENT_MS })(picture, begin);
    return { answer, events: lines.map(({ event }) => event) };
  };

  test("more memory than a drawing may have", async () => {
    const greedy = "const kept = []; for (;;) kept.push(new Array(1e5).fill({}));";
    expect(await problemOf(() => threadThat(greedy, 16))).toEqual({
      answer: { problem: "TOO_MUCH_MEMORY" },
      events: [],
    });
  });

  test("an error that nobody foresaw", async () => {
    expect(await problemOf(() => threadThat("throw new Error('no')"))).toEqual({
      answer: { problem: "DRAWING_FAILED" },
      events: ["logos.drawing.failed"],
    });
  });

  test("a thread that ends without a word", async () => {
    const { answer } = await problemOf(() => threadThat("process.exit(0)"));
    expect(answer).toEqual({ problem: "DRAWING_FAILED" });
  });

  test("no thread at all: the file is not to blame", async () => {
    const missing = () => new Worker(new URL("./not-there.js", import.meta.url));
    expect((await problemOf(missing)).answer).toEqual({ problem: "NO_THREAD" });
    const failing = () => {
      throw new Error("no more threads");
    };
    expect((await problemOf(failing)).answer).toEqual({ problem: "NO_THREAD" });
  });

  test("a try that cannot be written down: nothing looks at the file, and the next is drawn", async () => {
    let launched = 0;
    const launch = () => {
      launched += 1;
      return launchDrawing();
    };
    const draw = createDrawer({ log: quietLog, launch, deadlineMs: PATIENT_MS });
    await expect(draw(picture, () => Promise.reject(new Error("database away")))).rejects.toThrow("away");
    expect(launched).toBe(0);
    expect(await draw(picture, begin)).toEqual(drawLogo(picture));
  });
});
