/** Room around the drawing, in CSS pixels: numbers stand at its left, labels below. */
export const MARGIN = { top: 12, right: 8, bottom: 24, left: 56 } as const;
export const HEIGHT = 200;

/** Some three to five round numbers from zero to at least `max`. Pure. */
export function ticksTo(max: number): readonly number[] {
  if (!(max > 0)) return [0, 1];
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const count = Math.ceil(max / step - 1e-9);
  return Array.from({ length: count + 1 }, (_none, index) => Number((index * step).toPrecision(12)));
}

/** Every how many labels one is shown, so that each has `labelWidth` pixels. Pure. */
export function labelStep(count: number, width: number, labelWidth: number): number {
  return Math.max(1, Math.ceil((count * labelWidth) / Math.max(width, labelWidth)));
}

/** Where a value from zero to `max` lies in the height of the drawing. Pure. */
export function yOf(value: number, max: number): number {
  const height = HEIGHT - MARGIN.top - MARGIN.bottom;
  return MARGIN.top + height * (1 - (max === 0 ? 0 : value / max));
}

/** The middle of one of `count` equal places in the width of the drawing. Pure. */
export function xOf(index: number, count: number, width: number): number {
  const inner = width - MARGIN.left - MARGIN.right;
  return MARGIN.left + (inner * (index + 0.5)) / Math.max(count, 1);
}

/** The place, of `count`, in which a point of the drawing lies. Pure. */
export function indexAt(x: number, count: number, width: number): number {
  const inner = width - MARGIN.left - MARGIN.right;
  return Math.min(Math.max(Math.floor(((x - MARGIN.left) / inner) * count), 0), count - 1);
}

/** A line through the points; where a value is missing it begins anew. Pure. */
export function linePath(points: readonly (readonly [x: number, y: number] | null)[]): string {
  return points
    .map((point, index) => {
      if (point === null) return "";
      const isFirst = index === 0 || points[index - 1] === null;
      return `${isFirst ? "M" : "L"}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
    })
    .join("");
}

/** Where a length of time lies from 0 to 1, each tenfold taking the same room: 0.1 s to a day. Pure. */
export function logShare(ms: number): number {
  const [from, to] = [100, 86_400_000];
  const share = Math.log(Math.max(ms, from) / from) / Math.log(to / from);
  return Math.min(share, 1);
}
