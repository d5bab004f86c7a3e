import { useAddress } from "../app/address.ts";
import { AFTER, BEFORE, type Query } from "../app/place.ts";
import { useUiTexts } from "../app/reader.tsx";
import { offsetMsAt } from "../format/local-instant.ts";
import { Field } from "./field.tsx";

export type Filter =
  | {
      readonly kind: "choice";
      readonly name: string;
      readonly label: string;
      readonly options: readonly (readonly [string, string])[];
    }
  | { readonly kind: "text"; readonly name: string; readonly label: string; readonly hint?: string }
  | { readonly kind: "time"; readonly name: string; readonly label: string; readonly hint: string }
  | { readonly kind: "day"; readonly name: string; readonly label: string };

interface FiltersProps {
  readonly filters: readonly Filter[];
}

/**
 * The filters of a list as a form, whose values are the address. On a phone it is folded; the summary says how many are
 * set.
 */
export function Filters({ filters }: FiltersProps) {
  const { list } = useUiTexts();
  const { path, query, set } = useAddress();
  const used = filters.filter(({ name }) => (query[name] ?? "") !== "");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const values = filters.map(({ name }) => [name, String(form.get(name) ?? "").trim()] as const);
    set({ ...Object.fromEntries(values), [AFTER]: null, [BEFORE]: null });
  };
  return (
    <details class="filters" open={used.length > 0}>
      <summary>
        {list.filters}
        {used.length > 0 && ` (${used.length})`}
      </summary>
      {/* The key makes the fields show the address again when it changes from elsewhere. */}
      <form key={JSON.stringify(used.map(({ name }) => query[name]))} onSubmit={submit}>
        {filters.map((filter) => (
          <FilterField key={filter.name} filter={filter} value={query[filter.name] ?? ""} any={list.any} />
        ))}
        <div class="actions">
          <button type="submit">{list.apply}</button>
          {used.length > 0 && <a href={path}>{list.clear}</a>}
        </div>
      </form>
    </details>
  );
}

const inputTypes = { day: "date", time: "time", text: "text" } as const;

function FilterField({
  filter,
  value,
  any,
}: {
  readonly filter: Filter;
  readonly value: string;
  readonly any: string;
}) {
  return (
    <Field label={filter.label} hint={"hint" in filter ? filter.hint : undefined}>
      {(attributes) =>
        filter.kind === "choice" ? (
          <select {...attributes} name={filter.name}>
            <option value="">{any}</option>
            {filter.options.map(([option, text]) => (
              <option key={option} value={option} selected={option === value}>
                {text}
              </option>
            ))}
          </select>
        ) : (
          <input {...attributes} name={filter.name} type={inputTypes[filter.kind]} defaultValue={value} />
        )
      }
    </Field>
  );
}

/** The instant at which a day of a `day` filter begins for the reader; `plusDays` = 1 is its end. Empty for no day. */
export function dayStart(query: Query, name: string, timeZone: string, plusDays = 0): string {
  const day = query[name] ?? "";
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return "";
  const utc = Date.parse(`${day}T00:00:00Z`) + plusDays * 86_400_000;
  return Number.isNaN(utc) ? "" : new Date(utc - offsetMsAt(utc, timeZone)).toISOString();
}
