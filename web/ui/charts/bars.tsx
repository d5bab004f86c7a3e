import { Axes } from "./axes.tsx";
import { type ChartTable, Figure } from "./figure.tsx";
import { HEIGHT, linePath, MARGIN, ticksTo, xOf, yOf } from "./scale.ts";

export interface Bar {
  readonly label: string;
  readonly value: number;
}

interface BarChartProps {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
  readonly table: ChartTable;
  readonly tickText: (tick: number) => string;
  /** The same places of another period, as a thin line over the bars. */
  readonly before?: readonly number[];
  /** The sum of the bars so far, as a line that rises to its total at the top of the drawing. */
  readonly isSummed?: boolean;
}

/** Upright bars over time. */
export function BarChart({
  title,
  unit,
  bars,
  table,
  tickText,
  before = [],
  isSummed = false,
}: BarChartProps) {
  const ticks = ticksTo(Math.max(0, ...bars.map(({ value }) => value), ...before));
  const top = ticks.at(-1) ?? 1;
  const sums = isSummed ? runningSums(bars.map(({ value }) => value)) : [];
  const total = sums.at(-1) ?? 0;
  const sumLine = (width: number) =>
    linePath(sums.map((sum, index) => [xOf(index, bars.length, width), yOf(sum, total)]));
  const draw = (width: number, cursor: number | null) => {
    const room = (width - MARGIN.left - MARGIN.right) / Math.max(bars.length, 1);
    const thick = Math.max(1, Math.min(room * 0.7, 40));
    return (
      <>
        <Axes
          width={width}
          ticks={ticks}
          tickText={tickText}
          labels={bars.map(({ label }) => label)}
          cursor={null}
        />
        {bars.map(({ value }, index) => (
          <rect
            key={index}
            class={index === cursor ? "column is-at" : "column"}
            x={xOf(index, bars.length, width) - thick / 2}
            y={yOf(value, top)}
            width={thick}
            height={Math.max(0, HEIGHT - MARGIN.bottom - yOf(value, top))}
          />
        ))}
        <path
          class="line before"
          d={linePath(before.map((value, index) => [xOf(index, bars.length, width), yOf(value, top)]))}
        />
        {total > 0 && (
          <>
            <path class="line halo" d={sumLine(width)} />
            <path class="line sum" d={sumLine(width)} />
          </>
        )}
      </>
    );
  };
  return <Figure title={title} unit={unit} table={table} draw={draw} />;
}

/** The sum of the values up to each place. Pure. */
export function runningSums(values: readonly number[]): readonly number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}

interface SortedBarsProps {
  readonly label: string;
  readonly rows: readonly {
    readonly name: string;
    readonly value: number;
    readonly text: string;
    /** A code. */
    readonly note?: string;
    /** What the number counts, in words. */
    readonly meaning?: string;
  }[];
}

/** Lying bars in the order of their rows, each with its name and its number: a list that shows its sizes. */
export function SortedBars({ label, rows }: SortedBarsProps) {
  const max = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <ul class="sorted-bars" aria-label={label}>
      {rows.map(({ name, value, text, note, meaning }) => (
        <li key={name}>
          <span>{name}</span> <b>{text}</b>
          <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect class="column" width={(100 * value) / max} height="6" />
          </svg>
          {note !== undefined && <code class="quiet">{note}</code>}
          {meaning !== undefined && <span class="quiet">{meaning}</span>}
        </li>
      ))}
    </ul>
  );
}
