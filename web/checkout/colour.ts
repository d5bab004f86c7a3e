/**
 * A merchant's colour for the page. The merchant chooses the hue; the page keeps text readable: 4.5:1 for text (WCAG
 * 1.4.3) on the button and on the surfaces of both schemes.
 */
export interface BrandColours {
  /** Button: background, and the text on it. */
  readonly fill: string;
  readonly onFill: string;
  /** The same on the dark scheme. */
  readonly fillDark: string;
  readonly onFillDark: string;
  /** Links, icons and borders on the light and on the dark surface. */
  readonly inkLight: string;
  readonly inkDark: string;
}

type Rgb = readonly [number, number, number];

export const LIGHT_SURFACE = "#ffffff";
export const DARK_SURFACE = "#1c211f";
const DEFAULT_COLOUR = "#0b6b53";
const DARK_TEXT = "#101413";
const READABLE = 4.5;

export function brandColours(colour: string | undefined): BrandColours {
  const base = parseHex(colour ?? DEFAULT_COLOUR) ?? hex(DEFAULT_COLOUR);
  const white = hex("#ffffff");
  const dark = hex(DARK_TEXT);
  const onFill = contrast(base, white) >= READABLE ? white : contrast(base, dark) >= READABLE ? dark : white;
  // On mid greys neither black nor white text is readable: the fill is darkened, not the text.
  const fill = contrast(base, onFill) >= READABLE ? base : towards(base, hex("#000000"), onFill);
  // Readable on the dark surface, so a darker text is readable on it.
  const inkDark = towards(base, white, hex(DARK_SURFACE));
  return {
    fillDark: format(inkDark),
    onFillDark: DARK_TEXT,
    fill: format(fill),
    onFill: format(onFill),
    inkLight: format(towards(base, hex("#000000"), hex(LIGHT_SURFACE))),
    inkDark: format(inkDark),
  };
}

/** WCAG contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrastRatio(left: string, right: string): number {
  return contrast(hex(left), hex(right));
}

function hex(colour: string): Rgb {
  const parsed = parseHex(colour);
  if (parsed === null) throw new Error(`not a colour: ${colour}`);
  return parsed;
}

/** `#rrggbb` or `#rgb`; null for anything else, so that no text of a merchant reaches the style sheet. */
function parseHex(colour: string): Rgb | null {
  const long = /^#[0-9a-f]{3}$/i.test(colour) ? colour.replace(/[0-9a-f]/gi, "$&$&") : colour;
  if (!/^#[0-9a-f]{6}$/i.test(long)) return null;
  const channel = (start: number) => Number.parseInt(long.slice(start, start + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

function format(colour: Rgb): string {
  return `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

/** `from` moved towards `to` in small steps until it is readable on `surface`. */
function towards(from: Rgb, to: Rgb, surface: Rgb): Rgb {
  for (let step = 0; step <= 20; step++) {
    const mixed = mix(from, to, step / 20);
    if (contrast(rounded(mixed), surface) >= READABLE) return mixed;
  }
  return to;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (left: number, right: number) => left + (right - left) * share;
  return [at(from[0], to[0]), at(from[1], to[1]), at(from[2], to[2])];
}

function rounded(colour: Rgb): Rgb {
  return [Math.round(colour[0]), Math.round(colour[1]), Math.round(colour[2])];
}

function luminance(colour: Rgb): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
}

function contrast(left: Rgb, right: Rgb): number {
  const [a, b] = [luminance(left), luminance(right)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
