import { type Command, commonOptions, type Option } from "./command.ts";
import { exitCodes } from "./failure.ts";

/** The help of all commands. Pure. */
export function overview(commands: readonly Command[], version: string): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    `cauris ${version}: Cauris on the command line`,
    "",
    "  cauris <command> [options]",
    "",
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    "Every command:",
    ...optionLines(commonOptions),
    "",
    `Ends with ${exitCodes.done} when it is done, ${exitCodes.usage} called wrongly, ${exitCodes.refused} refused by the service, ${exitCodes.notAllowed} without a key that may do it,`,
    `${exitCodes.unavailable} while the service does not answer, ${exitCodes.late} when it takes too long, ${exitCodes.fault} by a fault of its own.`,
    "",
    "  cauris <command> --help shows an example.",
  ].join("\n");
}

/** The help of one command. Pure. */
export function helpOf({ name, summary, details, args = [], options = {}, example }: Command): string {
  const called = [
    `cauris ${name}`,
    ...args.map((one) => (one.isOptional === true ? `[${one.name}]` : `<${one.name}>`)),
    ...(Object.keys(options).length === 0 ? [] : ["[options]"]),
  ].join(" ");
  const width = Math.max(0, ...args.map((one) => one.name.length));
  return [
    `${summary}.`,
    "",
    `  ${called}`,
    ...(details === undefined ? [] : ["", details]),
    ...(args.length === 0 ? [] : ["", ...args.map((one) => `  ${one.name.padEnd(width)}  ${one.doc}`)]),
    ...(Object.keys(options).length === 0 ? [] : ["", "Options:", ...optionLines(options)]),
    "",
    "Every command:",
    ...optionLines(commonOptions),
    "",
    "Example:",
    ...example.split("\n").map((line) => `  ${line}`),
  ].join("\n");
}

function optionLines(options: Readonly<Record<string, Option>>): readonly string[] {
  const rows = Object.entries(options).map(
    ([name, { value, doc }]) => [`--${name}${value === undefined ? "" : ` <${value}>`}`, doc] as const,
  );
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, doc]) => `  ${left.padEnd(width)}  ${doc}`);
}
