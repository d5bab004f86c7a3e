import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { explainDisk } from "../kit/disk-trouble.ts";
import type { PayerWallet } from "../providers/simulator/index.ts";
import type { OperatorLogin } from "./operators.ts";

/** The content of `sandbox.json`: all that a program needs to try the service. */
export interface SandboxFile {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly apiKey: string;
  /** A key of another person, for payouts that need two people. */
  readonly approverApiKey: string;
  /** A payable session of this start; null when the merchant may not transact. */
  readonly checkoutUrl: string | null;
  readonly payerWallets: readonly PayerWallet[];
  /** The merchant's owner, and the address of the dashboard; null when the password was changed. */
  readonly dashboard: (OperatorLogin & { readonly url: string }) | null;
  /** The operators' pages. Beside their log-ins, which stay what `POST /tenant/sessions` takes. */
  readonly consoleUrl: string;
  /** Null when its password was changed: a password that a person chose is written nowhere. */
  readonly operator: OperatorLogin | null;
  /** Another person, for acts that need two. */
  readonly secondOperator: OperatorLogin | null;
  /** The merchant « Démonstration »: made in the background, or ready; null when there is none. */
  readonly demonstration: "MAKING" | "READY" | null;
}

export function sandboxFilePath(dataDir: string): string {
  return join(dataDir, "sandbox.json");
}

/** Writes the file readable by its owner alone (0600), and atomically: readers see the old file or the new one. */
export async function writeSandboxFile(dataDir: string, content: SandboxFile): Promise<string> {
  const path = sandboxFilePath(dataDir);
  try {
    await replaceFile(path, dataDir, content);
  } catch (error) {
    throw explainDisk(error, "The file", path);
  }
  return path;
}

async function replaceFile(path: string, dataDir: string, content: SandboxFile): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Writes into an existing file that the demonstration is ready. */
export async function writeDemonstrationReady(dataDir: string): Promise<void> {
  const content = JSON.parse(await readFile(sandboxFilePath(dataDir), "utf8")) as SandboxFile;
  await writeSandboxFile(dataDir, { ...content, demonstration: "READY" });
}

/** What an earlier start wrote: its keys, and the people whose passwords it knew. */
export interface KnownSandbox {
  readonly apiKey: string | null;
  readonly approverApiKey: string | null;
  readonly operators: readonly OperatorLogin[];
  readonly owner: OperatorLogin | null;
}

/** Empty when the file is missing or cannot be read. */
export async function readKnownSandbox(dataDir: string): Promise<KnownSandbox> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(sandboxFilePath(dataDir), "utf8"));
  } catch {
    return { apiKey: null, approverApiKey: null, operators: [], owner: null };
  }
  const { apiKey, approverApiKey, operator, secondOperator, dashboard } = (content ?? {}) as Readonly<
    Record<string, unknown>
  >;
  return {
    apiKey: typeof apiKey === "string" ? apiKey : null,
    approverApiKey: typeof approverApiKey === "string" ? approverApiKey : null,
    operators: [operator, secondOperator].filter(isLogin),
    owner: isLogin(dashboard) ? dashboard : null,
  };
}

function isLogin(value: unknown): value is OperatorLogin {
  const { email, password } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof email === "string" && typeof password === "string";
}
