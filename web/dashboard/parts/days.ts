import { useAddress } from "../../ui/app/address.ts";
import { useReader, useUiTexts } from "../../ui/app/reader.tsx";
import { dayStart, type Filter } from "../../ui/parts/filters.tsx";

/** The period that the filters `from` and `until` choose, as the API is asked for it. */
export function usePeriod(): { readonly createdFrom: string; readonly createdTo: string } {
  const { timeZone } = useReader();
  const { query } = useAddress();
  return {
    createdFrom: dayStart(query, "from", timeZone),
    createdTo: dayStart(query, "until", timeZone, 1),
  };
}

export function usePeriodFilters(): readonly Filter[] {
  const { list } = useUiTexts();
  return [
    { kind: "day", name: "from", label: list.from },
    { kind: "day", name: "until", label: list.until },
  ];
}
