/**
 * Reading whole rows: domain fields name their columns (`succeededAtMs` ← `succeeded_at`), so a new column is one word
 * in one list.
 */
export function columnOf(field: string): string {
  return field.replace(/Ms$/, "").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `c.id as "charge.id", c.status as "charge.status", …` */
export function selectList(table: string, fields: readonly string[], prefix = ""): string {
  return fields.map((field) => `${table}.${columnOf(field)} as "${prefix}${field}"`).join(", ");
}

/**
 * The fields of one row as an object, with JSON text columns parsed. The caller names the type that its field list
 * describes: this is where columns become domain values.
 */
export function readRow<T>(
  row: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  jsonFields: ReadonlySet<string>,
  prefix = "",
): T {
  const read: Record<string, unknown> = {};
  for (const field of fields) {
    const value = row[prefix + field];
    read[field] = typeof value === "string" && jsonFields.has(field) ? JSON.parse(value) : value;
  }
  return read as T;
}
