/** What the command line reaches outside of itself. Tests give their own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  readonly platform: NodeJS.Platform;
  /** Writes a line to the standard output: results, and nothing else. */
  out(line: string): void;
  /** Writes a line for people to the standard error. */
  note(line: string): void;
  /** Whether the standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Asks for a line without showing what is typed; null when the standard input is no terminal. */
  readonly askSecret: ((question: string) => Promise<string>) | null;
  /** All of the standard input. */
  readInput(): Promise<string>;
  nowMs(): number;
  /** Resolves after the time, or as soon as `interrupted` is aborted. Never rejects. */
  sleep(ms: number): Promise<void>;
  randomBytes(count: number): Uint8Array;
  readonly fetch: typeof fetch;
  /** Runs a program with `input` as its standard input. Null: there is no such program. */
  runProgram(program: string, args: readonly string[], input?: string): Promise<ProgramResult | null>;
  /** Aborted by Ctrl-C and by SIGTERM. */
  readonly interrupted: AbortSignal;
}

export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
}
