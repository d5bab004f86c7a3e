import type { Node, RangeVar } from "libpg-query";
import { parse } from "libpg-query";
import type { MigrationFile } from "../../../src/db/migration-files.ts";
import { judgeAlteration } from "./alterations.ts";
import { type Circumstances, judgeContraction, nameOf } from "./circumstances.ts";
import { judgeAlone, judgeRounds } from "./long-statements.ts";

/**
 * Everything that is wrong with the files, as lines: forms that stop payers on a hot table, and those whose effect
 * cannot be read from the text. The files are in the order in which they are applied. Source:
 * server/src/db/migrations/README.md.
 */
export async function judgeMigrations(
  files: readonly Pick<MigrationFile, "name" | "sql" | "way">[],
  hot: readonly string[],
  version: string,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const proven = new Set<string>();
  const unproven = new Map<string, string>();
  for (const file of files) {
    const statements = ((await parse(file.sql)).stmts ?? []).flatMap(({ stmt }) => stmt ?? []);
    const circumstances: Circumstances = {
      file,
      isHot: (table) => hot.includes(table) && !circumstances.created.has(table),
      created: new Set(),
      proven: new Set(proven),
      unproven,
      locked: new Set(),
      version,
    };
    problems.push(...judgeFile(statements, circumstances).map((problem) => `${file.name}: ${problem}`));
    for (const column of validatedColumns(statements, unproven)) proven.add(column);
  }
  return problems;
}

function judgeFile(statements: readonly Node[], circumstances: Circumstances): readonly string[] {
  const { way } = circumstances.file;
  if (way === "alone") return judgeAlone(statements);
  if (way === "rounds") return judgeRounds(statements);
  const problems = statements.flatMap((statement) => judgeStatement(statement, circumstances));
  const { locked } = circumstances;
  if (locked.size > 1) {
    problems.push(
      `locks ${[...locked].sort().join(" and ")} in one transaction: each needs a file of its own`,
    );
  }
  return problems;
}

/** Statements that change no table in use: `create view`, `comment`, `grant` and the like. */
const harmless: readonly string[] = [
  "AlterDefaultPrivilegesStmt",
  "CommentStmt",
  "CreateFunctionStmt",
  "CreateSchemaStmt",
  "CreateSeqStmt",
  "GrantStmt",
  "ViewStmt",
];

function judgeStatement(statement: Node, circumstances: Circumstances): readonly string[] {
  const { created, isHot } = circumstances;
  const kind = Object.keys(statement)[0] ?? "";
  if ("CreateStmt" in statement) {
    created.add(nameOf(statement.CreateStmt.relation));
    return [];
  }
  if ("AlterTableStmt" in statement) return judgeAlteration(statement.AlterTableStmt, circumstances);
  if ("IndexStmt" in statement) {
    const table = nameOf(statement.IndexStmt.relation);
    if (!isHot(table)) return [];
    return [`makes an index on ${table} while payers wait: concurrently, in a file outside a transaction`];
  }
  if ("DropStmt" in statement) return judgeDrop(statement.DropStmt, circumstances);
  if ("RenameStmt" in statement) {
    const { renameType = "OBJECT_TYPE" } = statement.RenameStmt;
    if (["OBJECT_INDEX", "OBJECT_TABCONSTRAINT"].includes(renameType)) return [];
    return [
      "renames what the release before knows by its old name: add the new one, fill it, and drop the old one later",
    ];
  }
  for (const written of ["InsertStmt", "UpdateStmt", "DeleteStmt"] as const) {
    if (kind !== written) continue;
    const table = nameOf((Object.values(statement)[0] as { relation?: RangeVar }).relation);
    return isHot(table) ? [`changes rows of ${table} in one transaction: in rounds`] : [];
  }
  if ("VariableSetStmt" in statement) {
    return statement.VariableSetStmt.name === "lock_timeout" ? ["sets lock_timeout: the runner does"] : [];
  }
  if (harmless.includes(kind)) return [];
  return [`${kind} is in no list of safe forms`];
}

/** What the release before may still use is dropped one release later. */
function judgeDrop(
  drop: Extract<Node, { DropStmt: unknown }>["DropStmt"],
  circumstances: Circumstances,
): readonly string[] {
  if (drop.removeType === "OBJECT_INDEX")
    return ["drops an index: concurrently, in a file outside a transaction"];
  return judgeContraction("drops something", circumstances);
}

/** The columns whose constraint the statements validate. */
function validatedColumns(
  statements: readonly Node[],
  unproven: ReadonlyMap<string, string>,
): readonly string[] {
  return statements.flatMap((statement) => {
    if (!("AlterTableStmt" in statement)) return [];
    const table = nameOf(statement.AlterTableStmt.relation);
    return (statement.AlterTableStmt.cmds ?? []).flatMap((command) => {
      if (!("AlterTableCmd" in command) || command.AlterTableCmd.subtype !== "AT_ValidateConstraint")
        return [];
      return unproven.get(`${table}.${command.AlterTableCmd.name}`) ?? [];
    });
  });
}
