import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isTest, readImportGraph, root } from "./import-graph.ts";
import { splitSource } from "./source-parts.ts";

/** Words that we no longer use, each with the field's term in its place. Their meanings stand in `docs/glossary.md`. */
interface RetiredWord {
  /** In names of code and of files, as lower-case words: `createLane` reads `create lane`. */
  readonly names?: RegExp;
  /** In comments. */
  readonly comments?: RegExp;
  readonly instead: string;
  /** Only below this folder, where the word is right elsewhere. */
  readonly within?: RegExp;
}

const both = (word: RegExp, instead: string): RetiredWord => ({ names: word, comments: word, instead });

const retired: readonly RetiredWord[] = [
  both(/\blanes?\b/, "batch writer"),
  both(/\btellers?\b/, "notifier"),
  both(/\blookouts?\b/, "session watcher"),
  both(/\bwaiting rooms?\b/, "long-poll registry"),
  both(/\bchores?\b/, "maintenance loop"),
  both(/\brous(?:e|es|ed)\b/, "wake"),
  both(/\bhasten(?:s|ed)?\b/, "check now"),
  both(/\bmishaps?\b/, "fault"),
  both(/\bnewcomers?\b/, "visitor"),
  both(/\bnetwork exit\b/, "egress"),
  both(/(?<!\bin[ -])\bflights?\b/, "in flight, in-flight deliveries"),
  both(/\bdesks?\b/, "the plural of what it holds, or settings writer"),
  both(/\btime to truth\b/, "time to resolution"),
  { names: /\b(?:on|read|count) truth\b|\btruth subjects?\b/, instead: "resolution" },
  { names: /\bground\b/, instead: "bootstrap", within: /^server\/src\/[^/]+$|\/processes\// },
  { names: /\bwoken\b/, instead: "wake" },
  { names: /\bfreshen\b/, instead: "as sample" },
  { names: /\bcarry out\b|\bcarried out\b/, instead: "execute" },
  { names: /\bour side\b/, instead: "our book" },
  { names: /\b(?:turns|turn plan)\b/, instead: "fair share", within: /modules\/webhooks\// },
  { names: /\btroubled\b|\bsteady\b/, instead: "unhealthy, healthy", within: /modules\/webhooks\// },
  { names: /\bhand over\b/, instead: "direct dispatch", within: /modules\/webhooks\/|webhook-thread\// },
  { names: /\bstanding\b/, instead: "capacity", within: /modules\/webhooks\/|webhook-thread\// },
  { names: /^(?:outside|inside)$/, instead: "host, worker", within: /webhook-thread\// },
];

/** Phrases that readers of the documents had to read twice, each with plain words in its place. */
const retiredPhrases: readonly (readonly [RegExp, string])[] = [
  [/\bparted by\b/i, "separated by"],
  [/\bwho(?:ever)? calls too often\b/i, "requests over the limit"],
  [/\bnobody knows is\b|\ban outcome nobody knows\b/i, "an unknown outcome"],
  [/\bturns? them round\b/i, "oldest first"],
  [/\bwaits? for nearer\b/i, "moves the clock forward"],
  [/\bof before are\b/i, "earlier"],
  [/\bslip of the hand\b/i, "by mistake"],
  [
    /^## (?:hear of it|see the money|pay somebody|what becomes of it)$/im,
    "Webhooks, Balances, Payouts, States",
  ],
  [/\bevents of a time\b/i, "replay events"],
  [/\bsays? what became of\b/i, "settle"],
  [/\bthe sandbox was moved on\b|\bmoves? the sandbox on\b/i, "the sandbox clock"],
  [/\balready stays as it is\b/i, "idempotent"],
  [/\bonce more by the same\b/i, "repeating is safe"],
  [/\bgoes on behind\b/i, "continues after"],
  [/\bmeans of payment\b/i, "payment method"],
  [/\bstill asked about\b/i, "queried"],
  [/\bstands? in for webhooks\b/i, "replace"],
];

/** Texts for readers: pages, and the OpenAPI documents. Decisions and the changelog are history. */
function documentTexts(): readonly (readonly [file: string, text: string])[] {
  const files = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => `docs/${name}`)
    .filter((name) => /\.md$|\/openapi[a-z-]*\.json$/.test(name) && !name.startsWith("docs/decisions/"));
  return ["README.md", "CONTRIBUTING.md", ...files].map((file) => [
    file,
    readFileSync(join(root, file), "utf8"),
  ]);
}

/** Names of types that say nothing of what they hold. */
const emptyTypes: Readonly<Record<string, string>> = {
  Asked: "OperatorRequest, ChangeSubmission …: what is asked for",
  Act: "AuditedChange, PayerAction …: what is done",
  By: "ActingOperator",
  Way: "PaymentWay",
  Words: "labels, texts",
  Account: "LedgerAccount, ProviderAccount …: whose account",
};

/** Names that the interface fixes. */
const publicNames: ReadonlySet<string> = new Set(["databaseLanes", "DATABASE_LANES", "lanes", "timeToTruth"]);

const production = [...readImportGraph().keys()].filter(
  (file) => /^(?:server\/src|web)\//.test(file) && !isTest(file),
);

/** `createBatchWriter` and `BATCH_WRITER` as `batch writer` with what stands before it. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replace(/[_$./-]/g, " ")
    .toLowerCase();
}

function foundIn(file: string): readonly string[] {
  const { code, comments } = splitSource(readFileSync(join(root, file), "utf8"));
  const names = [...new Set(code.match(/[A-Za-z_$][\w$]*/g) ?? [])].filter((name) => !publicNames.has(name));
  const stem = wordsOf(file.replace(/^.*\//, "").replace(/\.tsx?$/, ""));
  const said = comments.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, " ").toLowerCase();
  const empty = names.filter((name) => Object.hasOwn(emptyTypes, name));
  return [
    ...empty.map((name) => `${file}: ${name} → ${emptyTypes[name]}`),
    ...retired
      .filter(({ within }) => within === undefined || within.test(file))
      .flatMap(({ names: inNames, comments: inComments, instead }) => [
        ...names
          .filter((name) => inNames?.test(wordsOf(name)))
          .map((name) => `${file}: ${name} → ${instead}`),
        ...(inNames?.test(stem) ? [`${file}: the file's name → ${instead}`] : []),
        ...(inComments?.test(said)
          ? [`${file}: a comment says ${inComments.exec(said)?.[0]} → ${instead}`]
          : []),
      ]),
  ];
}

test("production code uses the field's terms: each old word is listed with the one to use", () => {
  expect(production.length).toBeGreaterThan(400);
  expect(production.flatMap(foundIn)).toEqual([]);
});

test("documents say it plainly: each retired phrase is listed with the words to use", () => {
  const found = documentTexts().flatMap(([file, text]) => {
    const said = text.replace(/\n(?=[a-z`(])/g, " ");
    return retiredPhrases.flatMap(([phrase, instead]) => {
      const hit = phrase.exec(said)?.[0];
      return hit === undefined ? [] : [`${file}: "${hit}" → ${instead}`];
    });
  });
  expect(documentTexts().length).toBeGreaterThan(80);
  expect(found).toEqual([]);
});

test("object literals are written out, not grouped in spreads", () => {
  const grouped = production.filter((file) =>
    /\.\.\.\s*\{/.test(splitSource(readFileSync(join(root, file), "utf8")).code),
  );
  expect(grouped).toEqual([]);
});

test("a source is split into what it names and what it says", () => {
  const parts = splitSource(
    [
      `/* a lane */ const a = /[/"]lane'/.test('lane') ? \`lane \${b.lane(\`x\${c}\`)} lane\` : 4 / 2; // by the way`,
      'const url = "https://lane"; const d = e / f / g;',
    ].join("\n"),
  );
  expect(parts.comments).toBe("/* a lane */\n// by the way\n");
  expect(parts.code.match(/[a-z]+/gi)).toEqual([
    "const",
    "a",
    "test",
    "b",
    "lane",
    "c",
    "const",
    "url",
    "const",
    "d",
    "e",
    "f",
    "g",
  ]);
});

test.each([
  ["createLane", "create lane"],
  ["LANE_LOCK_TIMEOUT_MS", "lane lock timeout ms"],
  ["HTTPServer", "http server"],
  ["waiting-room.test", "waiting room test"],
])("%s reads %s", (name, words) => {
  expect(wordsOf(name)).toBe(words);
});
