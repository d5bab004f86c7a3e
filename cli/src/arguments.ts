import { parseArgs } from "node:util";
import { type Command, commonOptions, type Option, type Options } from "./command.ts";
import { wrongUsage } from "./failure.ts";

export interface Call {
  /** Null: none was named. */
  readonly command: Command | null;
  readonly args: readonly string[];
  readonly options: Options;
}

/**
 * What a command line asks for. Throws a usage failure for an unknown command or option, a missing or superfluous
 * argument, and a value outside the table. Pure.
 */
export function readCall(argv: readonly string[], commands: readonly Command[]): Call {
  const first = argv.findIndex((word) => !word.startsWith("-"));
  const words = first === -1 ? [] : [argv[first] ?? "", argv[first + 1] ?? ""];
  const command =
    commands.find(({ name }) => name === words.join(" ")) ?? commands.find(({ name }) => name === words[0]);
  const asksForHelp = argv.includes("--help") || argv.includes("-h");
  if (command === undefined) {
    if (words[0] !== undefined && !asksForHelp) throw unknownCommand(words[0], words[1] ?? "", commands);
    if (words[0] === undefined) checkBare(argv);
    return { command: null, args: words.filter((word) => word !== ""), options: optionsOf({}) };
  }
  const rest = [...argv.slice(0, first), ...argv.slice(first + command.name.split(" ").length)];
  const table = { ...commonOptions, ...command.options };
  const { values, positionals } = parse(rest, table, command);
  checkValues(values, table);
  const options = optionsOf(values);
  if (!asksForHelp) checkArgs(command, positionals);
  return { command, args: positionals, options };
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

function parse(
  argv: readonly string[],
  table: Readonly<Record<string, Option>>,
  command: Command,
): { readonly values: Values; readonly positionals: readonly string[] } {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { ...options, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
    return { values: values as Values, positionals };
  } catch (error) {
    const text = error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error);
    throw wrongUsage(`${text}. cauris ${command.name} --help lists the options.`);
  }
}

function checkValues(values: Values, table: Readonly<Record<string, Option>>): void {
  for (const [name, value] of Object.entries(values)) {
    const allowed = table[name]?.values;
    if (value === "") throw wrongUsage(`--${name} is empty.`);
    if (allowed !== undefined && !allowed.includes(String(value)))
      throw wrongUsage(`--${name} must be one of ${allowed.join(", ")}.`);
  }
}

function checkArgs({ name, args = [] }: Command, given: readonly string[]): void {
  const missing = args.slice(given.length).find(({ isOptional }) => isOptional !== true);
  if (missing !== undefined)
    throw wrongUsage(`cauris ${name} needs ${missing.doc}. cauris ${name} --help shows an example.`);
  const extra = given[args.length];
  if (extra !== undefined) throw wrongUsage(`cauris ${name} does not take ${JSON.stringify(extra)}.`);
  for (const [index, { doc, values }] of args.entries()) {
    const value = given[index];
    if (value !== undefined && values !== undefined && !values.includes(value))
      throw wrongUsage(
        `${JSON.stringify(value)} is not ${doc}.${didYouMean(value, values)} There are: ${values.join(", ")}.`,
      );
  }
}

function checkBare(argv: readonly string[]): void {
  const known = new Set(["--help", "-h", "--version", "--no-color"]);
  const unknown = argv.find((word) => !known.has(word));
  if (unknown !== undefined)
    throw wrongUsage(`Name a command before ${unknown}. cauris --help lists the commands.`);
}

function unknownCommand(first: string, second: string, commands: readonly Command[]): Error {
  const below = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name);
  if (below.length > 0)
    return wrongUsage(
      second === "" || second.startsWith("-")
        ? `cauris ${first} needs a second word: ${below.join(", ")}.`
        : `There is no command ${JSON.stringify(`${first} ${second}`)}. There are: ${below.join(", ")}.`,
    );
  const names = [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""))];
  return wrongUsage(
    `There is no command ${JSON.stringify(first)}.${didYouMean(first, names)} cauris --help lists the commands.`,
  );
}

function didYouMean(word: string, known: readonly string[]): string {
  const near = known
    .map((name) => ({ name, edits: distance(word, name) }))
    .filter(({ name, edits }) => edits <= Math.max(1, Math.floor(name.length / 4)))
    .sort((left, right) => left.edits - right.edits)[0];
  return near === undefined ? "" : ` Did you mean ${near.name}?`;
}

/** Levenshtein's distance. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...left].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...right].entries())
      next.push(
        Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

function optionsOf(values: Values): Options {
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  return {
    text,
    has: (name) => values[name] === true,
    whole: (name, { min, max }) => {
      const value = text(name);
      if (value === undefined) return undefined;
      const number = Number(value);
      if (!/^\d{1,9}$/.test(value) || number < min || number > max)
        throw wrongUsage(`--${name} must be a whole number from ${min} to ${max}.`);
      return number;
    },
  };
}
