import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type CompiledProgram, compileProgram } from "../../test/harness/child-program.ts";
import { createFifo, type Fifo } from "../../test/harness/fifo.ts";

/** Several times what a pipe holds (64 KB) and what is kept for a reader (4 MB per process and per thread). */
const LINES_TOO_MANY = 30_000;

let program: CompiledProgram;
const children: ChildProcess[] = [];
const fifos: Fifo[] = [];
beforeAll(async () => {
  program = await compileProgram("server/test/programs/logging-service.ts");
});
afterAll(() => program.remove());
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const fifo of fifos.splice(0)) await fifo.remove();
});

async function newFifo(): Promise<Fifo> {
  const fifo = await createFifo();
  fifos.push(fifo);
  return fifo;
}

async function start(stdout: number | "pipe") {
  const child = spawn(process.execPath, [program.entry], { stdio: ["ignore", stdout, "pipe", "ipc"] });
  children.push(child);
  const [port] = await once(child, "message");
  const ask = async (path: string): Promise<string> =>
    await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  return { child, ask };
}

const linesOf = (text: string): readonly Record<string, unknown>[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

/** Reads until each writer has reported how many lines it dropped. */
async function readUntilTold(pipe: Fifo): Promise<string> {
  let text = "";
  await expect
    .poll(
      async () => {
        text += await pipe.read();
        return text.match(/"event":"log.dropped"/g)?.length ?? 0;
      },
      { timeout: 20_000 },
    )
    .toBe(2);
  return text;
}

describe("a reader that takes nothing", () => {
  test("of a pipe costs lines and nothing else, and each writer tells how many", async () => {
    const fifo = await newFifo();
    const { ask } = await start(fifo.fd);
    expect(await ask(`/lines?${LINES_TOO_MANY}`)).toBe("written");
    expect(await ask("/livez")).toBe("alive");

    const lines = linesOf(await readUntilTold(fifo));
    const losses = lines.filter(({ event }) => event === "log.dropped");
    const written = lines.filter(({ event }) => event === "line.written");
    const lost = losses.reduce((sum, { lines: count }) => sum + Number(count), 0);
    expect(written.length + lost).toBe(2 * LINES_TOO_MANY);
    for (const from of ["process", "thread"]) {
      const numbers = written.filter((line) => line.from === from).map(({ line }) => line);
      // The first lines are complete, without a gap.
      expect(numbers).toEqual(numbers.map((_number, index) => index));
      expect(numbers.length).toBeGreaterThan(1_000);
    }
    expect(new Set(losses.map(({ threadId }) => threadId)).size).toBe(2);

    await ask("/lines?1");
    await expect.poll(() => fifo.read()).toMatch(/"line":0/);
  });

  test("of a socket, as a journal's, neither", async () => {
    const { child, ask } = await start("pipe");
    expect(await ask(`/lines?${LINES_TOO_MANY}`)).toBe("written");
    expect(await ask("/livez")).toBe("alive");
    expect(child.stdout?.readableFlowing).toBeNull();
  });

  test("does not keep the process from ending", async () => {
    const fifo = await newFifo();
    const { child, ask } = await start(fifo.fd);
    await ask(`/lines?${LINES_TOO_MANY}`);
    ask("/end").catch(() => {});
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});

describe("the last lines are written", () => {
  const lastOf = async (path: string) => {
    const fifo = await newFifo();
    const { child, ask } = await start(fifo.fd);
    ask(path).catch(() => {});
    const [code] = await once(child, "exit");
    return { code, events: linesOf(await fifo.read()).map(({ event }) => event) };
  };

  test("when the service ends", async () => {
    expect(await lastOf("/end")).toEqual({ code: 0, events: ["service.ended"] });
  });

  test("when an error ends it that nobody caught", async () => {
    expect(await lastOf("/throw")).toEqual({ code: 1, events: ["service.broken"] });
  });
});

test("a reader that has gone costs nothing either", async () => {
  const { child, ask } = await start("pipe");
  child.stdout?.destroy();
  expect(await ask("/lines?5000")).toBe("written");
  expect(await ask("/lines?5000")).toBe("written");
  expect(await ask("/livez")).toBe("alive");
});
