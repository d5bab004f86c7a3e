import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Node, parse } from "libpg-query";
import { describe, expect, it } from "vitest";
import { isTest, readImportGraph, root } from "./import-graph.ts";

/**
 * What a distributed engine refuses in a statement, so that a cell can live on Citus: docs/operating/scale.md. Both habits
 * are also slower or riskier on plain PostgreSQL. Landed migrations are not read: they never change.
 */
const sources = [...readImportGraph().keys()].filter(
  (file) => file.startsWith("server/src/") && !isTest(file),
);

/** The texts of a source between backquotes, with `filledIn` in place of what is filled in. */
function templatesOf(source: string, filledIn = "$1"): readonly string[] {
  const texts: string[] = [];
  for (const [, text = ""] of source.matchAll(/`((?:[^`\\]|\\[\s\S])*)`/g)) {
    if (/\b(update|insert into|delete from|select|with)\b/.test(text)) {
      texts.push(text.replace(/\$\{[^{}]*\}/g, () => filledIn));
    }
  }
  return texts;
}

const plusInterval =
  /\b[a-z_]+\.?[a-z_]*\s*[-+]\s*(?:make_interval\b|interval\b|\$?\d+(?:::\w+(?: precision)?)?\s*\*\s*interval\b)/;

/** Whether a statement that writes adds an interval to a column. */
async function isUnstable(text: string): Promise<boolean> {
  if (!plusInterval.test(text)) return false;
  try {
    const { stmts = [] } = await parse(text);
    return stmts.some(({ stmt }) => stmt !== undefined && writes(stmt));
  } catch {
    // A part of a statement: the parser cannot tell, so the words decide.
    return /\b(update|on conflict|delete from|set)\b/.test(text);
  }
}

/** Whether a write, however deep in a statement, holds `column ± interval`. */
function writes(node: unknown, inWrite = false): boolean {
  if (Array.isArray(node)) return node.some((part) => writes(part, inWrite));
  if (node === null || typeof node !== "object") return false;
  return Object.entries(node as Node).some(([kind, part]) => {
    if (inWrite && kind === "A_Expr" && isPlusInterval(part)) return true;
    return writes(
      part,
      inWrite || kind === "UpdateStmt" || kind === "DeleteStmt" || kind === "onConflictClause",
    );
  });
}

function isPlusInterval(expression: unknown): boolean {
  const { name, lexpr, rexpr } = expression as { name?: unknown; lexpr?: unknown; rexpr?: unknown };
  const sides = [JSON.stringify(lexpr ?? null), JSON.stringify(rexpr ?? null)];
  const operator = JSON.stringify(name ?? null);
  return (
    /"[-+]"/.test(operator) &&
    sides.some((side) => /"(interval|make_interval)"/.test(side)) &&
    // By way of UTC nothing depends on the session: `plusSeconds`. Two times differ without a zone, too.
    sides.some((side) => side.includes('"ColumnRef"') && !side.includes('"timezone"'))
  );
}

it("rows are found by their keys and not by their place (ctid), which another server does not know", () => {
  expect(sources.length).toBeGreaterThan(500);
  const placed = sources.filter((file) => /\bctid\b/.test(readFileSync(join(root, file), "utf8")));
  expect(placed).toEqual([]);
});

it("no statement that writes adds an interval to a column: `plusSeconds` does not depend on the session's zone", async () => {
  const found: string[] = [];
  for (const file of sources) {
    for (const text of templatesOf(readFileSync(join(root, file), "utf8"))) {
      if (await isUnstable(text)) found.push(`${file}: ${plusInterval.exec(text)?.[0]}`);
    }
  }
  expect(found).toEqual([]);
});

describe("the rule itself", () => {
  it.each([
    "update charges set unknown_since = unknown_since - make_interval(secs => $2) where merchant_no = $1",
    "with moved as (update settlements set due_at = due_at - $2 * interval '1 second' returning 1) select 1 from moved",
    "delete from exports where expires_at < created_at + interval '1 day'",
    "insert into a as p (t) values ($1) on conflict (t) do update set u = p.t + interval '1 hour'",
    "update $1 set due_at = due_at + interval '1 hour' $1 returning",
  ])("finds %s", async (text) => expect(await isUnstable(text)).toBe(true));

  it.each([
    "select 1 from charges where created_at > updated_at - interval '1 hour'",
    "update charges set unknown_since = ((unknown_since) at time zone 'UTC' + make_interval(secs => $2)) at time zone 'UTC'",
    "update api_keys set expires_at = null where expires_at - created_at <= $4 * interval '1 millisecond'",
    "update charges set unknown_since = $1::timestamptz - interval '1 hour'",
  ])("leaves %s", async (text) => expect(await isUnstable(text)).toBe(false));
});

const twoParameters = /\$\d+(?:::\w+)?\s*(?:=|<>|[<>]=?)\s*\$\d+/;

/** Whether an update or a delete, however deep in a statement, has a condition without a column. */
async function isDecidedBefore(text: string): Promise<boolean> {
  if (!/\b(update|delete from)\b/.test(text)) return false;
  try {
    const { stmts = [] } = await parse(text);
    return stmts.some(({ stmt }) => stmt !== undefined && hasBareCondition(stmt));
  } catch {
    return twoParameters.test(text);
  }
}

function hasBareCondition(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasBareCondition);
  if (node === null || typeof node !== "object") return false;
  return Object.entries(node as Node).some(([kind, part]) => {
    const { whereClause } = part as { whereClause?: unknown };
    if ((kind === "UpdateStmt" || kind === "DeleteStmt") && conditionsOf(whereClause).some(isBare))
      return true;
    return hasBareCondition(part);
  });
}

function conditionsOf(where: unknown): readonly unknown[] {
  const { BoolExpr } = (where ?? {}) as {
    BoolExpr?: { readonly boolop: string; readonly args: readonly unknown[] };
  };
  if (BoolExpr?.boolop === "AND_EXPR") return BoolExpr.args.flatMap(conditionsOf);
  return where === undefined ? [] : [where];
}

const isBare = (condition: unknown): boolean => {
  const text = JSON.stringify(condition);
  return text.includes('"ParamRef"') && !text.includes('"ColumnRef"') && !text.includes('"SubLink"');
};

describe("a condition of parameters alone: Citus does nothing of a whole statement when it is false in one of its updates or deletes", () => {
  it("stands in no statement that writes: compare a column", async () => {
    const found: string[] = [];
    for (const file of sources) {
      for (const text of templatesOf(readFileSync(join(root, file), "utf8"), "filled_in")) {
        if (await isDecidedBefore(text)) found.push(`${file}: ${text}`);
      }
    }
    expect(found).toEqual([]);
  });

  it.each([
    "with a as (delete from x where m = $1 and $2::bigint = $3::bigint - 1) update y set n = 1 where m = $1",
    "update y set n = 1 where m = $1 and $2",
    "delete from y where m = $1 and ($2::text is null or $3 > 1)",
  ])("is found: %s", async (text) => expect(await isDecidedBefore(text)).toBe(true));

  it.each([
    "update y set n = 1 where m = $1 and ($2::int is null or m = $2)",
    "with a as (select 1 from x where $1) select 1 from a",
    "update y set n = 1 where exists (select from x where m = $1)",
  ])("is not mistaken: %s", async (text) => expect(await isDecidedBefore(text)).toBe(false));
});
