import type { Io } from "./io.ts";
import type { Output } from "./output.ts";

export interface Option {
  /** What stands for the value in the help; absent: a switch without one. */
  readonly value?: string;
  readonly doc: string;
  /** The values there are; absent: any. */
  readonly values?: readonly string[];
}

export interface Argument {
  readonly name: string;
  readonly doc: string;
  readonly isOptional?: true;
  readonly values?: readonly string[];
}

/** A command as people call it; help, completion and the parser read this table. */
export interface Command {
  /** One or two words: `listen`, `events list`. */
  readonly name: string;
  /** A sentence without a full stop. */
  readonly summary: string;
  /** More sentences for its own help. */
  readonly details?: string;
  readonly args?: readonly Argument[];
  readonly options?: Readonly<Record<string, Option>>;
  readonly example: string;
  run(context: Context): Promise<void>;
}

export interface Context {
  readonly io: Io;
  readonly output: Output;
  /** In the order of the table; an optional one may be missing at the end. */
  readonly args: readonly string[];
  readonly options: Options;
}

/** The options that were given, those of every command too. */
export interface Options {
  text(name: string): string | undefined;
  has(name: string): boolean;
  /** Throws a usage failure unless it is a whole number within the bounds. */
  whole(name: string, bounds: { readonly min: number; readonly max: number }): number | undefined;
}

/** What every command takes. */
export const commonOptions: Readonly<Record<string, Option>> = {
  profile: { value: "name", doc: "The log-in to use; CAURIS_PROFILE, or the one in use, when absent" },
  api: { value: "address", doc: "Where the service is; with CAURIS_API_KEY, and for login" },
  json: { doc: "Print JSON: an object, or a list; one object a line while following" },
  "no-color": { doc: "No colours; NO_COLOR does the same" },
  help: { doc: "Explain the command" },
};
