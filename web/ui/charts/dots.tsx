import { useFormat } from "../format/index.tsx";
import { type ChartTable, Figure } from "./figure.tsx";
import { logShare } from "./scale.ts";

export interface DotRow {
  readonly name: string;
  /** Milliseconds: half were faster; of twenty all but one; of a hundred all but one. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

const ROW_HEIGHT = 34;
const AXIS_HEIGHT = 22;
const NAME_WIDTH = 84;
const END = 16;
const TICKS_MS = [100, 1_000, 10_000, 60_000, 900_000, 14_400_000, 86_400_000] as const;

interface DotChartProps {
  readonly title: string;
  readonly unit: string;
  readonly rows: readonly DotRow[];
  readonly table: ChartTable;
}

/** Lengths of time: a dot for the middle, a thick whisker to the twentieth slowest, a thin one to the hundredth. */
export function DotChart({ title, unit, rows, table }: DotChartProps) {
  const format = useFormat();
  const height = rows.length * ROW_HEIGHT + AXIS_HEIGHT;
  const draw = (width: number) => {
    const x = (ms: number) => NAME_WIDTH + (width - NAME_WIDTH - END) * logShare(ms);
    const ticks = TICKS_MS.filter((_ms, index) => width > 560 || index % 2 === 0);
    return (
      <>
        <g class="axes">
          {ticks.map((ms) => (
            <g key={ms}>
              <line x1={x(ms)} x2={x(ms)} y1="0" y2={height - AXIS_HEIGHT} />
              <text x={x(ms)} y={height - 6} text-anchor="middle">
                {format.length(ms)}
              </text>
            </g>
          ))}
        </g>
        {rows.map(({ name, p50Ms, p95Ms, p99Ms }, index) => {
          const y = index * ROW_HEIGHT + ROW_HEIGHT / 2;
          return (
            <g key={name} class="dots">
              <text x="0" y={y + 4}>
                {name}
              </text>
              <line class="thin" x1={x(p50Ms)} x2={x(p99Ms)} y1={y} y2={y} />
              <line class="thick" x1={x(p50Ms)} x2={x(p95Ms)} y1={y} y2={y} />
              <line class="thin" x1={x(p99Ms)} x2={x(p99Ms)} y1={y - 5} y2={y + 5} />
              <circle class="point" cx={x(p50Ms)} cy={y} r="5" />
            </g>
          );
        })}
      </>
    );
  };
  return (
    <Figure
      title={title}
      unit={unit}
      table={table}
      draw={draw}
      height={height}
      placesEnd={height - AXIS_HEIGHT}
    />
  );
}
