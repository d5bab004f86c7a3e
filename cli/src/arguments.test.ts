import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCall } from "./arguments.ts";
import { commands } from "./commands/index.ts";
import { scriptFor, shells } from "./completion.ts";
import { CliFailure, exitCodes } from "./failure.ts";
import { helpOf, overview } from "./help.ts";

const refusal = (line: string): string => {
  try {
    readCall(line.split(" "), commands);
  } catch (error) {
    if (error instanceof CliFailure && error.exitCode === exitCodes.usage) return error.message;
    throw error;
  }
  return "none";
};

describe("a command line", () => {
  it.each([
    ["events list --limit 5 --json", "events list", []],
    ["--json events show evt_1", "events show", ["evt_1"]],
    ["pay", "pay", []],
    ["pay cs_1 --scenario=no_funds", "pay", ["cs_1"]],
    ["trigger payment.succeeded", "trigger", ["payment.succeeded"]],
    ["listen --help", "listen", []],
    ["events show --help", "events show", []],
  ])("%s is the command %s", (line, name, args) => {
    const call = readCall(line.split(" "), commands);
    expect([call.command?.name, call.args]).toEqual([name, args]);
  });

  it.each([
    ["lissten", /no command "lissten"\. Did you mean listen\?/],
    ["frobnicate", /no command "frobnicate"\. cauris --help/],
    ["events", /needs a second word: events list, events show, events replay/],
    ["events resend evt_1", /no command "events resend"\. There are: events list/],
    ["events show", /needs an event's id/],
    ["events list evt_1", /does not take "evt_1"/],
    ["trigger payment.suceeded", /not an event's name\. Did you mean payment\.succeeded\?/],
    ["completion tcsh", /not one of bash, zsh, fish/],
    ["pay --method CASH", /--method must be one of MOBILE_MONEY/],
    ["pay --phone", /'--phone <value>' argument missing/],
    ["pay --phone=", /--phone is empty/],
    ["pay --colour red", /Unknown option '--colour'/],
    ["login --key svc_mk_sandbox_x", /Unknown option '--key'/],
    ["--verbose", /Name a command before --verbose/],
  ])("%s is refused", (line, message) => {
    expect(refusal(line)).toMatch(message);
  });

  it.each([
    ["0", null],
    ["101", null],
    ["5.5", null],
    ["five", null],
    ["1", 1],
    ["100", 100],
  ])("--limit %s within 1 to 100", (text, value) => {
    const { options } = readCall(["events", "list", "--limit", text], commands);
    const read = () => options.whole("limit", { min: 1, max: 100 });
    if (value === null) expect(read).toThrow(/--limit must be a whole number from 1 to 100/);
    else expect(read()).toBe(value);
  });
});

describe("the table of commands", () => {
  it.each(commands.map((command) => [command.name, command] as const))(
    "%s has a help, whose examples are command lines",
    (name, command) => {
      const help = helpOf(command);
      expect(help).toContain(`cauris ${name}`);
      for (const line of command.example.split("\n")) {
        const [, own = ""] = /cauris (.*?)(?:\)|$| [<>] )/.exec(line) ?? [];
        expect([line, readCall(own.split(" "), commands).command?.name]).toEqual([line, name]);
      }
    },
  );

  it("is shown whole by --help and completed by every shell", () => {
    const texts = [overview(commands, "1.2.3"), ...shells.map((shell) => scriptFor(shell, commands))];
    for (const text of texts)
      for (const { name } of commands) for (const word of name.split(" ")) expect(text).toContain(word);
  });
});

describe("the documentation", () => {
  const pages = ["cli", "sandbox", "verify-webhooks"].map((name) => `docs/start/${name}.md`);
  const lines = pages.flatMap((page) => {
    const text = readFileSync(join(import.meta.dirname, "../..", page), "utf8");
    const shown = [...text.matchAll(/^(?:\$ |npx )?cauris (.+)$/gm), ...text.matchAll(/`cauris ([^`]+)`/g)];
    return shown.map(([, line = ""]) => line);
  });

  it("shows commands that there are", () => {
    expect(lines.length).toBeGreaterThan(25);
    // What stands behind two spaces explains it.
    const calls = lines
      .map((line) => line.split(/ {2}| [|>] |\)$/)[0] ?? "")
      .map((line) => line.trim().split(" "));
    const unknown = calls.filter((words) => readCall(words, commands).command === null);
    expect(unknown).toEqual([["--help"]]);
  });
});
