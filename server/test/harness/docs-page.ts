import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathWithCurl } from "./curl.ts";

/** A block of a page that a reader pastes into a shell, and the page's text about it. */
export interface DocsBlock {
  /** Line of the page on which it begins. */
  readonly line: number;
  readonly script: string;
  /** The status of every call in it: 2xx unless the page says otherwise. */
  readonly expected: number | null;
  /** The answer that the page shows after it; null: none. */
  readonly shown: unknown;
}

export interface DocsAnswer {
  readonly line: number;
  /** One for each call, in order. */
  readonly statuses: readonly number[];
  /** The answer to the last call. */
  readonly lastBody: string;
}

const FENCE = /^```(\w*)\n(.*?)^```$/gms;

/**
 * The shell blocks of a page: those that call the service and those that set variables for them. A `json` block after
 * one is its answer. `<!-- answers 409 -->` above a block and `<!-- not run: why -->` are obeyed.
 */
export function blocksOf(page: string): readonly DocsBlock[] {
  const fences = [...page.matchAll(FENCE)].map((match) => ({
    language: match[1] ?? "",
    text: match[2] ?? "",
    start: match.index,
    end: match.index + match[0].length,
  }));
  return fences.flatMap(({ language, text, start, end }, index) => {
    if (language !== "sh" || !/\bcurl\b|^[A-Z_]+=/m.test(text)) return [];
    const above = page.slice(0, start).trimEnd().split("\n").at(-1) ?? "";
    if (above.startsWith("<!-- not run:")) return [];
    const next = fences[index + 1];
    const isAnswer = next?.language === "json" && page.slice(end, next.start).trim() === "";
    return [
      {
        line: page.slice(0, start).split("\n").length,
        script: text,
        expected: Number(/^<!-- answers (\d{3}) -->$/.exec(above)?.[1] ?? 0) || null,
        shown: isAnswer ? JSON.parse(next.text) : null,
      },
    ];
  });
}

/** A shell that runs blocks and reports each curl answer. Its folder is empty except for `files`. */
export interface DocsShell {
  /** Runs the blocks in one shell. Rejects when a command fails. `env` is passed to them; `keep` returns variables. */
  paste(
    blocks: readonly DocsBlock[],
    env: Readonly<Record<string, string>>,
    keep?: readonly string[],
  ): Promise<{ readonly answers: readonly DocsAnswer[]; readonly kept: Readonly<Record<string, string>> }>;
  remove(): Promise<void>;
}

export async function openDocsShell(files: Readonly<Record<string, string>>): Promise<DocsShell> {
  const folder = await mkdtemp(join(tmpdir(), "cauris-docs-"));
  const tools = join(folder, "tools");
  const work = join(folder, "work");
  await mkdir(tools);
  await mkdir(join(work, "data"), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(work, name), text);
  const path = await pathWithCurl(tools);
  const last = join(folder, "last");

  const paste: DocsShell["paste"] = async (blocks, env, keep = []) => {
    const script = [
      `curl() { command curl "$@" -w '%{stderr}@status %{http_code}\\n' | tee '${last}'; }`,
      ...blocks.map(
        ({ line, script: text }) =>
          `: > '${last}'; echo '@block ${line}' >&2\n${text}\ncp '${last}' '${last}.${line}'`,
      ),
      ...keep.map((name) => `echo "@kept ${name} $${name}" >&2`),
    ].join("\n");
    const said = await run(script, work, { PATH: path, HOME: work, ...env });
    const sections = said.split(/^@block /m).slice(1);
    const answers = await Promise.all(
      sections.map(async (section) => {
        const line = Number.parseInt(section, 10);
        return {
          line,
          statuses: [...section.matchAll(/@status (\d+)/g)].map(([, status]) => Number(status)),
          lastBody: await readFile(`${last}.${line}`, "utf8"),
        };
      }),
    );
    const kept = Object.fromEntries(
      [...said.matchAll(/^@kept (\w+) (.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    return { answers, kept };
  };
  return { paste, remove: () => rm(folder, { recursive: true }) };
}

function run(script: string, folder: string, env: Readonly<Record<string, string>>): Promise<string> {
  const shell = spawn("bash", ["-eu", "-o", "pipefail"], {
    cwd: folder,
    env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let printed = "";
  let said = "";
  shell.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
  });
  shell.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  shell.stdin.end(script);
  return new Promise((resolve, reject) => {
    shell.once("close", (code) => {
      if (code === 0) resolve(said);
      else reject(new Error(`the shell ended with ${code}\n${said.slice(-1_500)}\n${printed.slice(-1_500)}`));
    });
  });
}

/**
 * Differences between `body` and the page: every key must exist with the same type, and words and numbers must be
 * equal.
 */
export function differencesTo(shown: unknown, body: unknown, at = ""): readonly string[] {
  if (typeof shown === "string") {
    if (typeof body !== "string") return [`${at}: ${JSON.stringify(body)} is no text`];
    // Words of a closed set; ids, times, amounts and titles are examples.
    const isWord = /^(?:[A-Z][A-Z_]+|[a-z_]+(?:\.[a-z_]+)*)$/.test(shown) && !/…/.test(shown);
    return isWord && shown !== body ? [`${at}: ${body} instead of ${shown}`] : [];
  }
  if (typeof shown !== "object" || shown === null) {
    return Object.is(shown, body)
      ? []
      : [`${at}: ${JSON.stringify(body)} instead of ${JSON.stringify(shown)}`];
  }
  if (typeof body !== "object" || body === null) return [`${at}: ${JSON.stringify(body)} is no object`];
  return Object.entries(shown).flatMap(([name, value]) => {
    const found: unknown = (body as Record<string, unknown>)[name];
    return found === undefined ? [`${at}.${name} is missing`] : differencesTo(value, found, `${at}.${name}`);
  });
}
