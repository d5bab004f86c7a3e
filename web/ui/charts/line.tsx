import { useElementId } from "../app/element-id.ts";
import { Axes } from "./axes.tsx";
import { type ChartTable, Figure } from "./figure.tsx";
import { linePath, ticksTo, xOf, yOf } from "./scale.ts";

export interface LinePoint {
  /** Below the drawing. */
  readonly label: string;
  /** Null: there is no value here. */
  readonly value: number | null;
  /** What is usual here. */
  readonly band?: readonly [low: number, high: number] | null;
}

interface LineChartProps {
  readonly title: string;
  readonly unit: string;
  readonly points: readonly LinePoint[];
  readonly table: ChartTable;
  readonly tickText: (tick: number) => string;
  /** The top of the drawing; that of the values when absent. */
  readonly max?: number;
}

/** A value over time, before the band of what is usual. */
export function LineChart({ title, unit, points, table, tickText, max }: LineChartProps) {
  const hatch = useElementId();
  const highest = Math.max(0, ...points.flatMap(({ value, band }) => [value ?? 0, band?.[1] ?? 0]));
  const ticks = ticksTo(max ?? highest);
  const top = ticks.at(-1) ?? 1;
  const draw = (width: number, cursor: number | null) => {
    const at = (index: number, value: number) => [xOf(index, points.length, width), yOf(value, top)] as const;
    const line = points.map(({ value }, index) => (value === null ? null : at(index, value)));
    const banded = points.flatMap(({ band }, index) => (band == null ? [] : [{ index, band }]));
    const edge = [
      ...banded.map(({ index, band }) => at(index, band[1])),
      ...banded.toReversed().map(({ index, band }) => at(index, band[0])),
    ];
    return (
      <>
        <defs>
          <pattern
            id={hatch}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <line class="hatch" x1="0" x2="0" y1="0" y2="6" />
          </pattern>
        </defs>
        {edge.length > 2 && <path class="usual" d={`${linePath(edge)}Z`} fill={`url(#${hatch})`} />}
        <Axes
          width={width}
          ticks={ticks}
          tickText={tickText}
          labels={points.map(({ label }) => label)}
          cursor={cursor}
        />
        <path class="line" d={linePath(line)} />
        {line.map((point, index) => {
          // A point without neighbours has no line that shows it.
          const isAlone = (line[index - 1] ?? null) === null && (line[index + 1] ?? null) === null;
          return (
            point !== null &&
            (isAlone || index === cursor) && (
              <circle key={index} class="point" cx={point[0]} cy={point[1]} r="4" />
            )
          );
        })}
      </>
    );
  };
  return <Figure title={title} unit={unit} table={table} draw={draw} />;
}
