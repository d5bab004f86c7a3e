import type { Queryable } from "../db/database.ts";
import type { Id, IdKind } from "../kit/ids.ts";
import type { Stretch } from "./stretch-page.ts";

/** Registers a value and returns the text of its parameter. */
export type Bind = (value: unknown) => string;

/** The part of the key in which a stretch lies: conditions on the column of the id. */
export function stretchConditions<Kind extends IdKind>(
  column: string,
  { beyond, backwards, edge }: Stretch<Kind>,
  bind: Bind,
): readonly string[] {
  return [
    ...(beyond === null ? [] : [`${column} ${backwards ? "<" : ">"} ${bind(beyond)}::uuid`]),
    ...(edge === null ? [] : [`${column} ${backwards ? ">=" : "<="} ${bind(edge)}::uuid`]),
  ];
}

/** The order in which a stretch is read. */
export const stretchOrder = (column: string, { backwards }: Pick<Stretch<IdKind>, "backwards">): string =>
  `order by ${column} ${backwards ? "desc" : "asc"}`;

/**
 * The id of the `depth`th row of a stretch of the table `t`; null: there are fewer. `conditions` are those that an index answers, so that
 * as many entries of it are read and no row.
 */
export async function readStretchEdge<Kind extends IdKind>(
  db: Queryable,
  table: "events" | "webhook_deliveries" | "request_log",
  conditions: (bind: Bind) => readonly string[],
  stretch: Stretch<Kind>,
  depth: number,
): Promise<Id<Kind> | null> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const all = [...conditions(bind), ...stretchConditions("t.id", stretch, bind)];
  const [row] = await db.query<{ id: Id<Kind> }>({
    text: `select t.id from ${table} t where ${all.join(" and ")}
      ${stretchOrder("t.id", stretch)} limit 1 offset ${bind(depth - 1)}::bigint`,
    values,
  });
  return row?.id ?? null;
}
