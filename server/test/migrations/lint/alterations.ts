import type { AlterTableCmd, AlterTableStmt, Constraint, Node } from "libpg-query";
import { type Circumstances, judgeContraction, nameOf } from "./circumstances.ts";

/** What `alter table` may do to a table that payers use. Each form either locks for an instant or not at all. */
export function judgeAlteration(statement: AlterTableStmt, circumstances: Circumstances): readonly string[] {
  const table = nameOf(statement.relation);
  return (statement.cmds ?? []).flatMap((node) => {
    if (!("AlterTableCmd" in node)) return [`${table}: an unknown form of alter table`];
    const command = node.AlterTableCmd;
    // Whatever the size of a table: the release before still reads it.
    if (command.subtype === "AT_DropColumn") {
      lock(table, circumstances);
      return judgeContraction(`drops ${table}.${command.name}`, circumstances);
    }
    if (!circumstances.isHot(table)) return [];
    if (!withoutLock.includes(command.subtype ?? "")) lock(table, circumstances);
    return judgeCommand(table, command, circumstances);
  });
}

function lock(table: string, { isHot, locked }: Circumstances): void {
  if (isHot(table)) locked.add(table);
}

/** These leave readers and writers alone. */
const withoutLock: readonly string[] = [
  "AT_SetRelOptions",
  "AT_ResetRelOptions",
  "AT_SetStatistics",
  "AT_SetOptions",
];

/** Only the catalogue changes. */
const instant: readonly string[] = [
  ...withoutLock,
  "AT_ColumnDefault",
  "AT_DropConstraint",
  "AT_DropNotNull",
  "AT_SetCompression",
  "AT_SetStorage",
];

function judgeCommand(
  table: string,
  command: AlterTableCmd,
  circumstances: Circumstances,
): readonly string[] {
  const { subtype = "", name = "", def } = command;
  const { proven } = circumstances;
  if (instant.includes(subtype)) return [];
  switch (subtype) {
    case "AT_AddColumn":
      return def !== undefined && "ColumnDef" in def
        ? (def.ColumnDef.constraints ?? []).flatMap((node) =>
            "Constraint" in node ? judgeNewColumn(`${table}.${def.ColumnDef.colname}`, node.Constraint) : [],
          )
        : [`${table}: an unknown form of add column`];
    case "AT_AddConstraint":
      return def !== undefined && "Constraint" in def
        ? judgeNewConstraint(table, def.Constraint, circumstances)
        : [`${table}: an unknown form of add constraint`];
    case "AT_ValidateConstraint":
      return [`validates a constraint of ${table} in a transaction: in a file outside of one`];
    case "AT_SetNotNull":
      if (proven.has(`${table}.${name}`)) return [];
      return [
        `set not null reads all of ${table}: first a constraint check (${name} is not null) not valid, then its validation`,
      ];
    case "AT_AlterColumnType":
      return [
        `writes all of ${table} anew for the type of ${name}: add a column, fill it in rounds, and drop the old one`,
      ];
    default:
      return [`${subtype} of ${table} is in no list of safe forms`];
  }
}

function judgeNewColumn(column: string, constraint: Constraint): readonly string[] {
  switch (constraint.contype) {
    case "CONSTR_NULL":
    case "CONSTR_NOTNULL":
      // Without a constant default PostgreSQL refuses it by itself, as soon as there is a row.
      return [];
    case "CONSTR_DEFAULT":
      if (isConstant(constraint.raw_expr)) return [];
      return [`${column} has a default that is worked out for each row: the table is written anew`];
    case "CONSTR_GENERATED":
    case "CONSTR_IDENTITY":
      return [`${column} is filled while nobody may read the table: add it empty, and fill it in rounds`];
    default:
      return [`${column} comes with a constraint that reads the table: add it by itself, not valid`];
  }
}

/** A literal, also with a cast or a sign. */
function isConstant(expression: Node | undefined): boolean {
  if (expression === undefined) return false;
  if ("A_Const" in expression) return true;
  if ("TypeCast" in expression) return isConstant(expression.TypeCast.arg);
  if ("A_Expr" in expression)
    return expression.A_Expr.lexpr === undefined && isConstant(expression.A_Expr.rexpr);
  return false;
}

function judgeNewConstraint(
  table: string,
  constraint: Constraint,
  { unproven }: Circumstances,
): readonly string[] {
  const { contype, conname, skip_validation, indexname } = constraint;
  if (contype === "CONSTR_UNIQUE" || contype === "CONSTR_PRIMARY") {
    if (indexname !== undefined) return [];
    return [
      `makes an index on ${table} while payers wait: make it concurrently, then add constraint … using index`,
    ];
  }
  if (contype !== "CONSTR_CHECK" && contype !== "CONSTR_FOREIGN")
    return [`${contype} on ${table} is in no list of safe forms`];
  if (skip_validation !== true)
    return [`adds a constraint to ${table} that reads all rows: not valid, and validate it later`];
  const column = notNullColumn(constraint.raw_expr);
  if (conname !== undefined && column !== null) unproven.set(`${table}.${conname}`, `${table}.${column}`);
  return [];
}

/** The column of `check (column is not null)`. */
function notNullColumn(expression: Node | undefined): string | null {
  if (expression === undefined || !("NullTest" in expression)) return null;
  const { nulltesttype, arg } = expression.NullTest;
  if (nulltesttype !== "IS_NOT_NULL" || arg === undefined || !("ColumnRef" in arg)) return null;
  const [field, ...others] = arg.ColumnRef.fields ?? [];
  return field !== undefined && "String" in field && others.length === 0 ? (field.String.sval ?? null) : null;
}
