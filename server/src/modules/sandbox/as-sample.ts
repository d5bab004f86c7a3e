/** Replaces the ids of a sample: equal texts get the same id throughout. */
export type NewId = (prefix: string) => string;

const idPattern = /\b(cs|pi|ch|re|po|ben|plink|we|wal|key|usr)_[0-9a-z]{20,}/g;
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * A documented example adapted to this merchant and today: new ids, equal where they were equal; the newest time
 * becomes `nowMs` and the others keep their distance; the merchant becomes `merchantId`. Pure, except for `newId`.
 */
export function asSample(
  example: Readonly<Record<string, unknown>>,
  {
    merchantId,
    nowMs,
    newId,
  }: { readonly merchantId: string; readonly nowMs: number; readonly newId: NewId },
): Readonly<Record<string, unknown>> {
  const byOld = new Map<string, string>();
  const freshId = (old: string, prefix: string): string => {
    const known = byOld.get(old) ?? newId(prefix);
    byOld.set(old, known);
    return known;
  };
  const newestMs = Math.max(...instantsOf(example));
  const walk = (value: unknown, key: string): unknown => {
    if (key === "merchantId") return merchantId;
    if (typeof value === "string") {
      return instantPattern.test(value)
        ? new Date(Date.parse(value) - newestMs + nowMs).toISOString()
        : value.replace(idPattern, freshId);
    }
    if (Array.isArray(value)) return value.map((item) => walk(item, ""));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, walk(child, name)]));
  };
  return walk(example, "") as Readonly<Record<string, unknown>>;
}

function instantsOf(value: unknown): readonly number[] {
  if (typeof value === "string") return instantPattern.test(value) ? [Date.parse(value)] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(instantsOf);
}
