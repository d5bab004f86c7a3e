import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../../..");

/** A program of ours in a separate process, so that a test can kill it. */
export interface CompiledProgram {
  /** The compiled file, for running it in another way. */
  readonly entry: string;
  /** The folder of it and its imports. */
  readonly folder: string;
  start(args: readonly string[], env?: NodeJS.ProcessEnv): ChildProgram;
  remove(): Promise<void>;
}

export interface ChildProgram {
  readonly process: ChildProcess;
  /** Its next line, parsed as JSON. Rejects when it ends first, with its stderr. */
  nextLine(): Promise<unknown>;
  /** Kills it like `kill -9` and waits until it has ended. */
  kill(): Promise<void>;
}

/**
 * Compiles the program at `path` (from the package root) with its imports, by the compiler that builds the product. The
 * output is below node_modules, so that packages are found from it.
 */
export async function compileProgram(path: string): Promise<CompiledProgram> {
  const cache = join(root, "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "test-program-"));
  const config = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: { outDir: folder, rootDir: root, incremental: false, sourceMap: false, noCheck: true },
    files: [join(root, path)],
    include: [],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  await run(process.execPath, [compiler, "-p", join(folder, "tsconfig.json")]);
  const entry = join(folder, path.replace(/\.ts$/, ".js"));
  return {
    entry,
    folder,
    start: (args, env = process.env) => follow(spawn(process.execPath, [entry, ...args], { env })),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function follow(child: ReturnType<typeof spawn>): ChildProgram {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error("a child without pipes");
  let errors = "";
  stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    nextLine: async () => {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`the program ended: ${errors}`);
      return JSON.parse(value);
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
