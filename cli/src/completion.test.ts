import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "./commands/index.ts";
import { type Shell, scriptFor } from "./completion.ts";

const cases: readonly (readonly [typed: string, offered: readonly string[]])[] = [
  ["cauris lis", ["listen"]],
  ["cauris events ", ["list", "show", "replay"]],
  ["cauris events re", ["replay"]],
  ["cauris trigger payout.p", ["payout.paid"]],
  ["cauris pay --sc", ["--scenario"]],
  ["cauris pay --method C", ["CARD"]],
  ["cauris events list --ev", ["--events"]],
  ["cauris completion f", ["fish"]],
];

const isHere = (shell: Shell): boolean => spawnSync(shell, ["-c", "true"]).status === 0;

/** What a shell offers after what was typed. zsh completes in its line editor alone: see below. */
function offeredBy(shell: "bash" | "fish", typed: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "cauris-completion-"));
  const file = join(folder, "script");
  writeFileSync(file, scriptFor(shell, commands));
  const words = typed.split(" ");
  const program =
    shell === "bash"
      ? `source ${file}; COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${words.length - 1}; _cauris; printf '%s\\n' "\${COMPREPLY[@]}"`
      : `source ${file}; complete -C "${typed}"`;
  const { stdout, stderr, status } = spawnSync(shell, ["-c", program], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect([status, stderr]).toEqual([0, ""]);
  // fish adds descriptions, behind a tab.
  return stdout.split("\n").flatMap((line) => line.split("\t")[0] || []);
}

describe.each(["bash", "fish"] as const)("%s", (shell) => {
  it.skipIf(!isHere(shell)).each(cases)(
    `offers after "%s" (skipped where ${shell} is not installed)`,
    (typed, words) => {
      const offered = offeredBy(shell, typed);
      expect(offered).toEqual(expect.arrayContaining([...words]));
      const begun = typed.split(" ").at(-1) ?? "";
      expect(offered.filter((word) => !word.startsWith(begun))).toEqual([]);
      const [first = "", last = ""] = [words[0], typed.split(" ").at(-1)];
      if (last !== "") expect(offeredBy(shell, typed).every((word) => word.startsWith(last))).toBe(true);
      expect(first.startsWith(last)).toBe(true);
    },
  );
});

/**
 * What zsh runs when Tab and Return follow what was typed: a zsh in a pseudo-terminal of its own, whose `cauris` prints the words that
 * it was given.
 */
function completedByZsh(typed: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "cauris-completion-"));
  writeFileSync(join(folder, "_cauris"), scriptFor("zsh", commands));
  const lines = typed.map(
    (line) => `zpty -w -n z $'${line}\\t\\n'; zpty -r z seen '*GOT<*>*'; print -r -- $seen`,
  );
  const program = `
    zmodload zsh/zpty
    zpty -b z TERM=dumb zsh -f -i
    zpty -w z 'fpath=(${folder} $fpath); autoload -Uz compinit; compinit -u -D; cauris() { print -r -- "GOT<$*>" }; print READY$((1))'
    zpty -r z seen '*READY1*'
    ${lines.join("\n    ")}
    zpty -d z`;
  const { stdout, stderr, status } = spawnSync("zsh", ["-f", "-c", program], {
    encoding: "utf8",
    timeout: 30_000,
  });
  rmSync(folder, { recursive: true });
  expect([status, stderr]).toEqual([0, ""]);
  return [...stdout.matchAll(/GOT<(.*?)>/g)].map(([, words = ""]) => words);
}

describe.skipIf(!isHere("zsh"))("zsh (skipped where it is not installed)", () => {
  it("reads its script", () => {
    const { status, stderr } = spawnSync("zsh", ["-n", "-c", scriptFor("zsh", commands)], {
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
  });

  it("completes what only one word continues", () => {
    const single = cases.filter(([, offered]) => offered.length === 1);
    expect(completedByZsh(single.map(([typed]) => typed))).toEqual(
      single.map(([typed, [word = ""]]) => `${typed.replace(/^cauris /, "").replace(/[^ ]*$/, "")}${word}`),
    );
  });
});
