import type { ComponentChildren } from "preact";

/** A term with its value; null values are left out. */
export type Fact = readonly [term: string, value: ComponentChildren];

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return (
    <dl class="facts">
      {shown.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
