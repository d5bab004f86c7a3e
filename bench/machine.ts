import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSeededRandom } from "../server/src/kit/random.ts";

/** How quick the machine is at this moment, whatever runs on it. All but `diskMicros` are nanoseconds. */
export interface MachineSpeed {
  /** One step of a loop that needs no memory: the clock of the core. */
  readonly stepNs: number;
  /** One read that depends on the one before, at random within 4 MiB: the cache that all cores of the host share. */
  readonly cacheNs: number;
  /** The same within 64 MiB: memory itself. */
  readonly memoryNs: number;
  /** 8 KiB written to the folder of the databases and on the disk: the median of 41. */
  readonly diskMicros: number;
}

const LINE_INTS = 16;
const STEPS = 100_000_000;
const READS = 1_000_000;
const WRITES = 41;

/** Takes about a second, during which this process does nothing else. */
export function measureMachine(seed: number): MachineSpeed {
  return {
    stepNs: nsEach(STEPS, countOn),
    cacheNs: readNs(4, seed),
    memoryNs: readNs(64, seed),
    diskMicros: diskMicros(),
  };
}

export function machineText({ stepNs, cacheNs, memoryNs, diskMicros }: MachineSpeed): string {
  return (
    `the machine: ${stepNs.toFixed(1)} ns a step, ${Math.round(cacheNs)} ns a read within 4 MiB, ` +
    `${Math.round(memoryNs)} ns within 64 MiB, ${Math.round(diskMicros)} µs a write to the disk`
  );
}

function nsEach(count: number, work: (count: number) => number): number {
  work(count / 10);
  const startedAt = performance.now();
  const result = work(count);
  const ms = performance.now() - startedAt;
  if (Number.isNaN(result)) throw new Error("the work had no result");
  return (ms * 1e6) / count;
}

function countOn(count: number): number {
  let value = 1;
  for (let step = 0; step < count; step += 1) value = (Math.imul(value, 31) + step) | 0;
  return value;
}

/** Follows a ring through every line of `mib` MiB once, in random order (Sattolo), so that no read can be guessed. */
function readNs(mib: number, seed: number): number {
  const lines = (mib * 2 ** 20) / (LINE_INTS * 4);
  const order = Int32Array.from({ length: lines }, (_none, line) => line);
  const { unit } = createSeededRandom(seed);
  for (let last = lines - 1; last > 0; last -= 1) {
    const other = Math.floor(unit() * last);
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
  const memory = new Int32Array(lines * LINE_INTS);
  for (let line = 0; line < lines; line += 1) memory[line * LINE_INTS] = (order[line] ?? 0) * LINE_INTS;
  return nsEach(READS, (count) => {
    let at = 0;
    for (let read = 0; read < count; read += 1) at = memory[at] ?? 0;
    return at;
  });
}

function diskMicros(): number {
  const folder = mkdtempSync(join(tmpdir(), "cauris-disk-"));
  const file = openSync(join(folder, "page"), "w");
  try {
    const page = Buffer.alloc(8_192, 1);
    const took = Array.from({ length: WRITES }, () => {
      const startedAt = performance.now();
      writeSync(file, page, 0, page.length, 0);
      fdatasyncSync(file);
      return (performance.now() - startedAt) * 1_000;
    }).sort((a, b) => a - b);
    return took[(WRITES - 1) / 2] ?? 0;
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
}
