import { hasPermission, type TenantArea, tenantAreas } from "../../ui/app/permissions.tsx";
import { useReader } from "../../ui/app/reader.tsx";
import type { Worded } from "./words/texts.ts";

export interface OperatorRightsProps {
  readonly permissions: readonly string[];
}

/** What an operator may do, as a sentence. */
export function OperatorRights({ permissions, words: t }: OperatorRightsProps & Worded) {
  const { locale } = useReader();
  const list = new Intl.ListFormat(locale, { style: "long", type: "conjunction" });
  const may = (area: TenantArea, level: "read" | "manage"): boolean =>
    hasPermission(permissions, `tenant.${area}.${level}`);
  const managed = tenantAreas.filter((area) => may(area, "manage"));
  const read = tenantAreas.filter((area) => may(area, "read") && !managed.includes(area));
  const named = (some: readonly TenantArea[]): string => list.format(some.map((area) => t.areas[area]));
  const parts = [
    ...(managed.length === 0 ? [] : [t.manages(named(managed))]),
    ...(read.length === 0 ? [] : [t.reads(named(read))]),
  ];
  return <>{parts.length === 0 ? t.nothing : parts.join(" ")}</>;
}
