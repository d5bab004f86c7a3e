import type { ChangeRequest } from "../../ui/api/views.ts";
import { Table } from "../../ui/parts/table.tsx";
import { changedFields, currencyOf } from "./changed-fields.ts";
import { ChangedValue } from "./changed-value.tsx";
import type { Worded } from "./words/texts.ts";

export interface ChangedTableProps {
  readonly before: ChangeRequest["before"];
  readonly after: ChangeRequest["after"];
}

/** What stands beside what is proposed; only what differs. */
export function ChangedTable({ before, after, words: t }: ChangedTableProps & Worded) {
  const names: Readonly<Record<string, string>> = t.fields;
  const fields = changedFields(before, after);
  if (fields.length === 0) return null;
  const common = { currency: currencyOf(before, after), words: t };
  return (
    <Table
      caption={t.content}
      rows={fields}
      keyOf={({ name }) => name}
      columns={[
        { head: t.field, card: "lead", cell: ({ name }) => names[name] ?? <code>{name}</code> },
        {
          head: t.stands,
          cell: (field) => <ChangedValue {...common} name={field.name} value={field.before} />,
        },
        {
          head: t.proposed,
          cell: (field) => (
            <strong>
              <ChangedValue {...common} name={field.name} value={field.after} />
            </strong>
          ),
        },
      ]}
    />
  );
}
