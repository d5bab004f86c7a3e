import { binaryArray, type ElementType, type ElementValues } from "./binary-array.ts";

/** One parameter of a set-oriented statement: an array with one value per item. */
export type ItemColumn<Item> = {
  readonly [Type in ElementType]: {
    readonly name: string;
    /** The SQL type of one value. A value that is itself an array goes as `text`: see `arrayText`. */
    readonly type: Type;
    /** Times and days as epoch milliseconds. */
    readonly value: (item: Item) => ElementValues[Type] | null;
  };
}[ElementType];

export interface ItemRows<Item> {
  /**
   * `unnest($1::int[], $2::uuid[], …) as item (item, id, …)`: the column `item` is the item's position in the batch.
   */
  readonly from: string;
  values(items: readonly Item[]): Buffer[];
}

/** Declares the input of a set-oriented statement once, so that its SQL and its values always match. */
export function itemRows<Item>(columns: readonly ItemColumn<Item>[]): ItemRows<Item> {
  const arrays = ["$1::int[]", ...columns.map((column, index) => `$${index + 2}::${column.type}[]`)];
  const names = ["item", ...columns.map((column) => column.name)];
  return {
    from: `unnest(${arrays.join(", ")}) as item (${names.join(", ")})`,
    values: (items) => [
      binaryArray("int", items, (_item, index) => index),
      ...columns.map((column) => encoded(column, items)),
    ],
  };
}

function encoded<Item, Type extends ElementType>(
  { type, value }: { readonly type: Type; readonly value: (item: Item) => ElementValues[Type] | null },
  items: readonly Item[],
): Buffer {
  return binaryArray(type, items, value);
}

/** A PostgreSQL array literal of plain words or UUIDs, to be cast in the statement: `{a,b}`. */
export function arrayText(words: readonly string[] | null): string | null {
  return words === null ? null : `{${words.join(",")}}`;
}
