import { useEffect, useRef } from "preact/hooks";
import { queryOf } from "../api/request.ts";
import { useAddress } from "../app/address.ts";
import { AFTER, BEFORE, type Query } from "../app/place.ts";
import { useUiTexts } from "../app/reader.tsx";
import { useFormat } from "../format/index.tsx";
import { offsetMsAt } from "../format/local-instant.ts";
import { Field } from "./field.tsx";

export type Filter =
  | {
      readonly kind: "choice";
      readonly name: string;
      readonly label: string;
      readonly options: readonly (readonly [string, string])[];
      /** What is shown while nothing is chosen, where it is not everything. */
      readonly anyText?: string;
    }
  | { readonly kind: "text"; readonly name: string; readonly label: string; readonly hint?: string }
  | { readonly kind: "time"; readonly name: string; readonly label: string; readonly hint: string }
  | { readonly kind: "day"; readonly name: string; readonly label: string };

interface FiltersProps {
  readonly filters: readonly Filter[];
}

/**
 * The filters of a list as a folded form, whose values are the address. What is set stands under it, each with the way to
 * take it off, so that the rows stay in sight. Filtering folds the form again.
 */
export function Filters({ filters }: FiltersProps) {
  const { list } = useUiTexts();
  const { query, set } = useAddress();
  const used = filters.filter(({ name }) => (query[name] ?? "") !== "");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const target = event.currentTarget as HTMLFormElement;
    const form = new FormData(target);
    const values = filters.map(({ name }) => [name, String(form.get(name) ?? "").trim()] as const);
    const box = target.closest("details");
    if (box !== null) {
      box.open = false;
      // The button that had the focus is folded away.
      box.querySelector("summary")?.focus();
    }
    set({ ...Object.fromEntries(values), [AFTER]: null, [BEFORE]: null });
  };
  const form = useRef<HTMLFormElement>(null);
  // The key makes the fields show the address again when it changes from elsewhere.
  const shown = JSON.stringify(used.map(({ name }) => query[name]));
  // The browser leaves out style and layout of folded fields until the touch that opens them, of which they took two thirds. Asked
  // where the form stands, it does them now, while it is idle. Safari has no idle callback: there the touch does the work.
  useEffect(() => {
    globalThis.requestIdleCallback?.(() => form.current?.getBoundingClientRect());
  }, [shown]);
  return (
    <div class="filters">
      <details>
        <summary>
          {list.filters}
          {used.length > 0 && ` (${used.length})`}
        </summary>
        <form key={shown} ref={form} onSubmit={submit}>
          {filters.map((filter) => (
            <FilterField key={filter.name} filter={filter} value={query[filter.name] ?? ""} any={list.any} />
          ))}
          <div class="actions">
            <button type="submit">{list.apply}</button>
          </div>
        </form>
      </details>
      {used.length > 0 && <UsedFilters used={used} filters={filters} />}
    </div>
  );
}

/** What is set, each a link that takes it off. */
function UsedFilters({ used, filters }: { readonly used: readonly Filter[] } & FiltersProps) {
  const { list } = useUiTexts();
  const format = useFormat();
  const { path, query } = useAddress();
  const without = (gone: readonly Filter[]) => `${path}${queryOf(withoutFilters(query, gone))}`;
  const textOf = (filter: Filter, value: string) => {
    if (filter.kind === "choice") return filter.options.find(([option]) => option === value)?.[1] ?? value;
    // Noon is on that day in every zone where readers live.
    return filter.kind === "day" && DAY.test(value) ? format.day(`${value}T12:00:00Z`) : value;
  };
  return (
    <ul class="used">
      {used.map((filter) => (
        <li key={filter.name}>
          <a href={without([filter])}>
            <span>
              <span class="hidden">{list.without} </span>
              {list.filterIs(filter.label, textOf(filter, query[filter.name] ?? ""))}
            </span>
            <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
      <li>
        <a class="all" href={without(filters)}>
          {list.clear}
        </a>
      </li>
    </ul>
  );
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The address without what the filters say and the place in the list: the mode of the page stays. Pure. */
export function withoutFilters(query: Query, filters: readonly Filter[]): Query {
  const gone = new Set([AFTER, BEFORE, ...filters.map(({ name }) => name)]);
  return Object.fromEntries(Object.entries(query).filter(([name]) => !gone.has(name)));
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
            <option value="">{filter.anyText ?? any}</option>
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
  if (!DAY.test(day)) return "";
  const utc = Date.parse(`${day}T00:00:00Z`) + plusDays * 86_400_000;
  return Number.isNaN(utc) ? "" : new Date(utc - offsetMsAt(utc, timeZone)).toISOString();
}
