import { linePath } from "./scale.ts";

const WIDTH = 100;
const HEIGHT = 20;
/** Room for half the line's width. */
const EDGE = 1.5;

interface SparklineProps {
  /** Null: there is no value here. From zero, so that a small change looks small. */
  readonly values: readonly (number | null)[];
}

/** How a number went, as a line of a text's height. The words beside it say the same, so it is not read out. */
export function Sparkline({ values }: SparklineProps) {
  const top = Math.max(0, ...values.map((value) => value ?? 0));
  const at = (value: number, index: number): readonly [x: number, y: number] => [
    EDGE + (index * (WIDTH - 2 * EDGE)) / Math.max(values.length - 1, 1),
    HEIGHT - EDGE - (top === 0 ? 0 : (value / top) * (HEIGHT - 2 * EDGE)),
  ];
  const points = values.map((value, index) => (value === null ? null : at(value, index)));
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="line" vector-effect="non-scaling-stroke" d={linePath(points)} />
    </svg>
  );
}
