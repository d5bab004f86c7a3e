import type { Node } from "libpg-query";

const ONE = "holds exactly one statement, because each of them must be able to begin again by itself";

/** Statements that take long and block nobody; each can be repeated after a kill. */
export function judgeAlone(statements: readonly Node[]): readonly string[] {
  const [statement] = statements;
  if (statement === undefined || statements.length > 1) return [`a file outside a transaction ${ONE}`];
  if ("IndexStmt" in statement) {
    const { concurrent, if_not_exists, idxname } = statement.IndexStmt;
    if (concurrent && if_not_exists && idxname !== undefined) return [];
    return ["an index is made by: create index concurrently if not exists <name>"];
  }
  if ("DropStmt" in statement) {
    const { removeType, concurrent, missing_ok } = statement.DropStmt;
    if (removeType === "OBJECT_INDEX" && concurrent && missing_ok) return [];
    return ["only an index is dropped outside a transaction, by: drop index concurrently if exists"];
  }
  if ("AlterTableStmt" in statement) {
    const commands = statement.AlterTableStmt.cmds ?? [];
    const [command] = commands;
    const validates =
      commands.length === 1 &&
      command !== undefined &&
      "AlterTableCmd" in command &&
      command.AlterTableCmd.subtype === "AT_ValidateConstraint";
    if (validates) return [];
  }
  return [`${Object.keys(statement)[0]} has no place outside a transaction`];
}

/** An `update` or `delete` of the pages from $1 to before $2. */
export function judgeRounds(statements: readonly Node[]): readonly string[] {
  const [statement] = statements;
  if (statement === undefined || statements.length > 1) return [`a file in rounds ${ONE}`];
  const change =
    "UpdateStmt" in statement
      ? statement.UpdateStmt
      : "DeleteStmt" in statement
        ? statement.DeleteStmt
        : undefined;
  if (change === undefined) return ["only update and delete run in rounds"];
  if (change.returningClause !== undefined) return ["the runner adds `returning` itself"];
  const conditions = topConditions(change.whereClause);
  const missing = [
    ["ctid >= $1", comparesCtid(">=", 1)],
    ["ctid < $2", comparesCtid("<", 2)],
  ] as const;
  const problems = missing.flatMap(([text, holds]) =>
    conditions.some(holds) ? [] : [`lacks the condition ${text}`],
  );
  if (problems.length === 0 && conditions.length < 3) {
    return ["lacks the condition that finds only rows still to be changed: passes would never end"];
  }
  return problems;
}

function topConditions(where: Node | undefined): readonly Node[] {
  if (where === undefined) return [];
  if ("BoolExpr" in where && where.BoolExpr.boolop === "AND_EXPR") {
    return (where.BoolExpr.args ?? []).flatMap(topConditions);
  }
  return [where];
}

function comparesCtid(operator: string, parameter: number): (condition: Node) => boolean {
  return (condition) => {
    if (!("A_Expr" in condition)) return false;
    const { name, lexpr, rexpr } = condition.A_Expr;
    return (
      name?.length === 1 &&
      "String" in (name[0] ?? {}) &&
      JSON.stringify(name[0]).includes(`"${operator}"`) &&
      JSON.stringify(lexpr ?? null).includes('"ctid"') &&
      JSON.stringify(rexpr ?? null).includes(`"number":${parameter}`)
    );
  };
}
