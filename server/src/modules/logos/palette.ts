/** The colours of a small picture, and the index of each pixel's colour. */
export interface Paletted {
  /** Three bytes per colour. */
  readonly palette: Buffer;
  readonly indexes: Uint8Array;
}

type Rgb = readonly [number, number, number];

/**
 * Chooses at most `coloursMax` colours for RGB pixels by median cut: the box of colours with the largest spread is
 * halved until there are enough boxes; each is represented by its mean.
 */
export function choosePalette(rgb: Uint8Array, coloursMax: number): Paletted {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const key = keyAt(rgb, at);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const boxes: (readonly number[])[] = [[...counts.keys()]];
  while (boxes.length < coloursMax) {
    const widest = boxes.reduce((best, box) => (spread(box).width > spread(best).width ? box : best));
    const { channel, width } = spread(widest);
    if (width === 0) break;
    const sorted = [...widest].sort((left, right) => part(left, channel) - part(right, channel));
    const middle = sorted.length >> 1;
    boxes.splice(boxes.indexOf(widest), 1, sorted.slice(0, middle), sorted.slice(middle));
  }
  const indexOf = new Map<number, number>();
  const palette = Buffer.from(
    boxes.flatMap((box, index) => {
      for (const key of box) indexOf.set(key, index);
      return [...mean(box, counts)];
    }),
  );
  const indexes = new Uint8Array(rgb.length / 3);
  for (let at = 0; at < rgb.length; at += 3) indexes[at / 3] = indexOf.get(keyAt(rgb, at)) ?? 0;
  return { palette, indexes };
}

function keyAt(rgb: Uint8Array, at: number): number {
  return ((rgb[at] ?? 0) << 16) | ((rgb[at + 1] ?? 0) << 8) | (rgb[at + 2] ?? 0);
}

function part(key: number, channel: number): number {
  return (key >> (16 - 8 * channel)) & 255;
}

function spread(box: readonly number[]): { readonly channel: number; readonly width: number } {
  let widest = { channel: 0, width: 0 };
  for (let channel = 0; channel < 3; channel++) {
    let low = 255;
    let high = 0;
    for (const key of box) {
      const value = part(key, channel);
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (high - low > widest.width) widest = { channel, width: high - low };
  }
  return widest;
}

function mean(box: readonly number[], counts: ReadonlyMap<number, number>): Rgb {
  let total = 0;
  const sums = [0, 0, 0];
  for (const key of box) {
    const count = counts.get(key) ?? 0;
    total += count;
    for (let channel = 0; channel < 3; channel++)
      sums[channel] = (sums[channel] ?? 0) + count * part(key, channel);
  }
  const of = (channel: number) => Math.round((sums[channel] ?? 0) / Math.max(1, total));
  return [of(0), of(1), of(2)];
}
