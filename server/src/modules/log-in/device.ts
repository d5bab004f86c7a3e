/** The first pattern that fits names the browser: most browsers also call themselves Safari or Chrome. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bOPR\/|\bOpera\b|Opera Mini/, "Opera"],
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/\bcurl\//, "curl"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];
/** A program's own name, when it is no browser that we know. */
const NAME_MAX = 40;

const nameIn = (table: readonly (readonly [RegExp, string])[], text: string): string | null =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/**
 * Browser and system as people call them, `Firefox, Android`; null when the header names none. The header is text of the
 * caller: what is unknown is shortened to a plain word. Pure.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null;
  const ownName = /^[A-Za-z][A-Za-z0-9 ._-]*/.exec(userAgent)?.[0].trim().slice(0, NAME_MAX) ?? null;
  const browser = nameIn(browsers, userAgent) ?? (ownName?.startsWith("Mozilla") === true ? null : ownName);
  const known = [browser, nameIn(systems, userAgent)].filter((part) => part !== null);
  return known.length === 0 ? null : known.join(", ");
}
