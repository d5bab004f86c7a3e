import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../..");

/** A language in which the guides show their examples. */
export interface ExampleRuntime {
  readonly name: "node" | "php" | "python";
  /** Of the files: `mjs`. */
  readonly ending: string;
  readonly isInstalled: boolean;
  /** Arguments that run a file as a program, and as a web server on a port. */
  run(file: string): readonly string[];
  serve(file: string, port: number): readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Whether a command ends well: the interpreter is there, in a version that the client supports. */
const works = (command: string, ...given: readonly string[]): boolean =>
  spawnSync(command, given, { stdio: "ignore" }).status === 0;

export const exampleRuntimes: readonly ExampleRuntime[] = [
  {
    name: "node",
    ending: "mjs",
    isInstalled: true,
    run: (file) => [process.execPath, file],
    serve: (file) => [process.execPath, file],
    env: {},
  },
  {
    name: "php",
    ending: "php",
    isInstalled: works("php", "-r", 'exit(PHP_VERSION_ID >= 80100 && extension_loaded("curl") ? 0 : 1);'),
    run: (file) => ["php", file],
    serve: (file, port) => ["php", "-d", "display_errors=stderr", "-S", `localhost:${port}`, file],
    env: {},
  },
  {
    name: "python",
    ending: "py",
    isInstalled: works("python3", "-c", "import sys, httpx; sys.exit(sys.version_info < (3, 10))"),
    run: (file) => ["python3", file],
    serve: (file) => ["python3", file],
    env: { PYTHONPATH: join(root, "sdk/python/src"), PYTHONUNBUFFERED: "1" },
  },
];

export interface ProgramResult {
  readonly status: number | null;
  readonly output: string;
}

/** What is running, with what it has printed so far. */
export interface RunningProgram {
  output(): string;
  /** Resolves once it has ended. */
  readonly ended: Promise<ProgramResult>;
  stop(): void;
}

/** Starts an example, `accept-a-payment/link`, in a language. */
export function startExample(
  runtime: ExampleRuntime,
  example: string,
  {
    given = [],
    env,
    cwd,
    input = "",
    port,
  }: {
    readonly given?: readonly string[];
    readonly env: Readonly<Record<string, string>>;
    readonly cwd: string;
    readonly input?: string;
    /** For a web server. */
    readonly port?: number;
  },
): RunningProgram {
  const [guide = "", name = ""] = example.split("/");
  const file = join(root, "examples", guide, runtime.name, `${name}.${runtime.ending}`);
  const [command = "", ...rest] = port === undefined ? runtime.run(file) : runtime.serve(file, port);
  const { NODE_OPTIONS: _options, ...inherited } = process.env;
  const child: ChildProcess = spawn(command, [...rest, ...given], {
    cwd,
    env: { ...inherited, ...runtime.env, ...env, ...(port === undefined ? {} : { PORT: String(port) }) },
  });
  let printed = "";
  const note = (part: Buffer): void => {
    printed += part.toString("utf8");
  };
  child.stdout?.on("data", note);
  child.stderr?.on("data", note);
  child.stdin?.end(input);
  const ended = new Promise<ProgramResult>((done, failed) => {
    child.once("error", failed);
    child.once("close", (status) => done({ status, output: printed }));
  });
  return { output: () => printed, ended, stop: () => child.kill("SIGKILL") };
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((done, failed) => {
    probe.once("error", failed);
    probe.listen({ host: "127.0.0.1", port: 0 }, () => {
      const address = probe.address();
      probe.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
