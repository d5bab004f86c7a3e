import type { RangeVar } from "libpg-query";
import type { MigrationFile } from "../../../src/db/migration-files.ts";

/** What a statement is judged by: its file, the files before it, and the tables that matter. */
export interface Circumstances {
  readonly file: Pick<MigrationFile, "name" | "sql" | "way">;
  readonly isHot: (table: string) => boolean;
  /** Tables made in this file: nobody uses them yet. */
  readonly created: Set<string>;
  /** Columns of which an earlier file has proved that they hold no null: `table.column`. */
  readonly proven: ReadonlySet<string>;
  /** Constraints `column is not null` that were added without looking at the rows: `table.constraint` to `table.column`. */
  readonly unproven: Map<string, string>;
  /** Hot tables that the file locks against payers, each for an instant. */
  readonly locked: Set<string>;
  /** The version of this release. */
  readonly version: string;
}

/**
 * A release that no longer uses a thing comes before the one that drops it: the file names the first release without it,
 * in a line `-- unused since 1.4.0`.
 */
export function judgeContraction(what: string, { file, version }: Circumstances): readonly string[] {
  const [, since] = /^-- unused since (\d+\.\d+\.\d+)$/m.exec(file.sql) ?? [];
  if (since === undefined) return [`${what} without the line "-- unused since <release>"`];
  const isEarlier = since.localeCompare(version, "en", { numeric: true }) < 0;
  return isEarlier ? [] : [`${what} in the same release that stops using it: one release later`];
}

/** `charges`, or `simulator.operations` outside the schema `public`. */
export function nameOf(relation: RangeVar | undefined): string {
  const { schemaname, relname = "" } = relation ?? {};
  return schemaname === undefined || schemaname === "public" ? relname : `${schemaname}.${relname}`;
}
