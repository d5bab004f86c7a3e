/** One parameter of a set-oriented statement: an array with one value per item. */
export interface ItemColumn<Item> {
  readonly name: string;
  /** The SQL type of one value: `uuid`, `bigint`, `timestamptz`. A value that is itself an array goes as `text`. */
  readonly type: string;
  /** Times as `isoTime`; arrays as `arrayText`. */
  readonly value: (item: Item) => string | number | bigint | boolean | Buffer | null;
}

export interface ItemRows<Item> {
  /** `unnest($1::int[], $2::uuid[], …) as item (item, id, …)`: the column `item` is the item's place in the batch. */
  readonly from: string;
  values(items: readonly Item[]): unknown[];
}

/** Declares the input of a set-oriented statement once: its SQL and its values cannot drift apart. */
export function itemRows<Item>(columns: readonly ItemColumn<Item>[]): ItemRows<Item> {
  const arrays = ["$1::int[]", ...columns.map((column, index) => `$${index + 2}::${column.type}[]`)];
  const names = ["item", ...columns.map((column) => column.name)];
  return {
    from: `unnest(${arrays.join(", ")}) as item (${names.join(", ")})`,
    values: (items) => [
      items.map((_item, index) => index),
      ...columns.map((column) => items.map(column.value)),
    ],
  };
}

export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** A PostgreSQL array literal of plain words or UUIDs, to be cast in the statement: `{a,b}`. */
export function arrayText(words: readonly string[] | null): string | null {
  return words === null ? null : `{${words.join(",")}}`;
}
