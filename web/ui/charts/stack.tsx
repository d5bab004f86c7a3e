import { useElementId } from "../app/element-id.ts";

export interface StackPart {
  readonly name: string;
  readonly value: number;
  readonly text: string;
}

const MARKS = ["solid", "rising", "dots", "falling", "upright", "cross", "empty"] as const;

/** One bar of parts. The numbers stand below with their marks, so that it is read without colours too. */
export function StackedBar({
  label,
  parts,
}: {
  readonly label: string;
  readonly parts: readonly StackPart[];
}) {
  const id = useElementId();
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  let before = 0;
  const placed = parts.map((part, index) => {
    const start = before;
    before += part.value;
    return { ...part, start, mark: MARKS[index % MARKS.length] ?? "solid" };
  });
  const share = (value: number) => (total === 0 ? 0 : (100 * value) / total);
  const fillOf = (mark: string) => (mark === "solid" || mark === "empty" ? undefined : `url(#${id}${mark})`);
  return (
    <div class="stack">
      <svg
        class={total === 0 ? "is-empty" : undefined}
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <defs>
          <pattern
            id={`${id}rising`}
            width="2"
            height="2"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect class="mark-ground" width="2" height="2" />
            <line class="mark" x1="0" x2="0" y1="0" y2="2" />
          </pattern>
          <pattern id={`${id}dots`} width="2" height="2" patternUnits="userSpaceOnUse">
            <rect class="mark-ground" width="2" height="2" />
            <circle class="mark-dot" cx="1" cy="1" r="0.4" />
          </pattern>
          <pattern
            id={`${id}falling`}
            width="2"
            height="2"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(-45)"
          >
            <rect class="mark-ground" width="2" height="2" />
            <line class="mark" x1="0" x2="0" y1="0" y2="2" />
          </pattern>
          <pattern id={`${id}upright`} width="2" height="2" patternUnits="userSpaceOnUse">
            <rect class="mark-ground" width="2" height="2" />
            <line class="mark" x1="1" x2="1" y1="0" y2="2" />
          </pattern>
          <pattern id={`${id}cross`} width="2" height="2" patternUnits="userSpaceOnUse">
            <rect class="mark-ground" width="2" height="2" />
            <path class="mark-cross" d="M0 1H2M1 0V2" />
          </pattern>
        </defs>
        {placed.map(({ name, value, start, mark }) => (
          <rect
            key={name}
            class={`part ${mark}`}
            x={share(start)}
            width={share(value)}
            height="8"
            fill={fillOf(mark)}
          />
        ))}
      </svg>
      <ul aria-label={label}>
        {placed.map(({ name, text, mark }) => (
          <li key={name}>
            <svg viewBox="0 0 8 8" aria-hidden="true">
              <rect class={`part ${mark}`} width="8" height="8" fill={fillOf(mark)} />
            </svg>
            <span>{name}</span> <b>{text}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
