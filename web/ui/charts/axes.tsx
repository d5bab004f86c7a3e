import { HEIGHT, labelStep, MARGIN, xOf, yOf } from "./scale.ts";

const LABEL_WIDTH = 64;

interface AxesProps {
  readonly width: number;
  readonly ticks: readonly number[];
  readonly tickText: (tick: number) => string;
  /** Short texts of the places. */
  readonly labels: readonly string[];
  readonly cursor: number | null;
}

/** Lines of the height with their numbers, labels of the places, and the cursor. */
export function Axes({ width, ticks, tickText, labels, cursor }: AxesProps) {
  const max = ticks.at(-1) ?? 1;
  const step = labelStep(labels.length, width - MARGIN.left - MARGIN.right, LABEL_WIDTH);
  return (
    <g class="axes">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={MARGIN.left} x2={width - MARGIN.right} y1={yOf(tick, max)} y2={yOf(tick, max)} />
          <text x={MARGIN.left - 6} y={yOf(tick, max) + 4} text-anchor="end">
            {tickText(tick)}
          </text>
        </g>
      ))}
      {labels.map(
        (label, index) =>
          index % step === 0 && (
            <text key={index} x={xOf(index, labels.length, width)} y={HEIGHT - 6} text-anchor="middle">
              {label}
            </text>
          ),
      )}
      {cursor !== null && (
        <line
          class="cursor"
          x1={xOf(cursor, labels.length, width)}
          x2={xOf(cursor, labels.length, width)}
          y1={MARGIN.top}
          y2={HEIGHT - MARGIN.bottom}
        />
      )}
    </g>
  );
}
