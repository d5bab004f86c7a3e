/**
 * One index look-up in a table for each row on the left of the join: `select` finds the row by its key.
 *
 * `offset 0` keeps the planner from rewriting the join. It would otherwise choose by its statistics, and a generic plan made
 * while the tables were empty scans them for the life of the connection.
 */
export function probe(alias: string, select: string): string {
  return `cross join lateral (${select} offset 0) ${alias}`;
}

/** The same, and nulls where there is no such row. */
export function probeOrNull(alias: string, select: string): string {
  return `left join lateral (${select} offset 0) ${alias} on true`;
}
