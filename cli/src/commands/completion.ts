import type { Command } from "../command.ts";
import { type Shell, scriptFor, shells } from "../completion.ts";

/** It completes the commands that it is given, and itself. */
export function completionCommand(others: readonly Command[]): Command {
  const command: Command = {
    name: "completion",
    summary: "Print the completion script of a shell",
    args: [{ name: "shell", doc: `one of ${shells.join(", ")}`, values: shells }],
    example:
      "source <(cauris completion bash)\ncauris completion zsh > ~/.zfunc/_cauris\ncauris completion fish > ~/.config/fish/completions/cauris.fish",
    run: async ({ io, args }) => io.out(scriptFor(args[0] as Shell, [...others, command])),
  };
  return command;
}
