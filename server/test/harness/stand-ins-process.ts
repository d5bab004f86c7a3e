import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { CONTROL_PATH } from "../../src/stand-ins/control-page.tsx";

const root = resolve(import.meta.dirname, "../../..");

/** The stand-ins in a separate process, as `npm run stand-ins` starts them, without compiling. */
export interface StandInsProcess {
  /** The address of the stand-in with this title. */
  urlOf(title: string): string;
  /** All that it printed. */
  output(): string;
  stop(): Promise<void>;
}

/** Resolves when all of them listen: each on a free port, since others may run on this machine. */
export async function startStandIns(): Promise<StandInsProcess> {
  const child = spawn("npm", ["run", "stand-ins", "--silent", "--ignore-scripts", "--", "--free-ports"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const printed: string[] = [];
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    printed.push(line);
    if (line.startsWith("The service accepts these addresses")) break;
  }
  // Nothing more is printed, and nobody reads it.
  child.stdout.resume();
  if (child.exitCode !== null) throw new Error(`the stand-ins ended: ${printed.join("\n")}`);
  return {
    urlOf: (title) => {
      const line = printed.find((one) => one.startsWith(`${title}: `));
      const url = line?.slice(`${title}: `.length);
      if (url === undefined || !url.endsWith(CONTROL_PATH)) throw new Error(`no stand-in ${title}`);
      return url.slice(0, -CONTROL_PATH.length);
    },
    output: () => printed.join("\n"),
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
