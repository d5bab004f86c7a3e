import { readCall } from "./arguments.ts";
import { commands } from "./commands/index.ts";
import { describeError, type ExitCode, exitCodes } from "./failure.ts";
import { helpOf, overview } from "./help.ts";
import type { Io } from "./io.ts";
import { createOutput } from "./output.ts";

/** Runs a command line, and resolves with its exit code. Never rejects. */
export async function run(argv: readonly string[], io: Io, version: string): Promise<ExitCode> {
  try {
    const { command, args, options } = readCall(argv, commands);
    const asksForHelp = argv.includes("--help") || argv.includes("-h");
    if (command === null) {
      io.out(argv.includes("--version") ? version : overview(commands, version));
      return exitCodes.done;
    }
    if (asksForHelp) {
      io.out(helpOf(command));
      return exitCodes.done;
    }
    const output = createOutput(io, { isJson: options.has("json"), isPlain: options.has("no-color") });
    await command.run({ io, output, args, options });
    return exitCodes.done;
  } catch (error) {
    // What a command was doing when it was interrupted has no result, and needs none.
    if (io.interrupted.aborted) return exitCodes.done;
    const { exitCode, lines } = describeError(error);
    for (const line of lines) io.note(line);
    return exitCode;
  }
}
