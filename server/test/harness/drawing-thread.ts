import { rmSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { DrawingOptions } from "../../src/modules/logos/index.ts";
import { type CompiledProgram, compileProgram } from "./child-program.ts";

let compiled: Promise<CompiledProgram> | undefined;

/** The drawing thread, compiled from the sources when the first picture is to be drawn. */
export async function launchDrawing(): Promise<Worker> {
  compiled ??= compile();
  return new Worker((await compiled).entry, { env: {} });
}

async function compile(): Promise<CompiledProgram> {
  const program = await compileProgram("server/src/modules/logos/drawing-thread.ts");
  process.once("exit", () => rmSync(program.folder, { recursive: true, force: true }));
  return program;
}

/** For a busy machine, where the product would rather show no picture than wait for it. */
export const patientDrawing: DrawingOptions = { launch: launchDrawing, deadlineMs: 25_000 };
