import pg from "pg";

type Parser = (text: string) => unknown;

/** `2026-11-21 07:05:12.123456+00`, as PostgreSQL prints it while TimeZone is UTC and DateStyle is ISO. */
const timestampPattern =
  /^(\d{4,6})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?([+-])(\d\d)(?::(\d\d))?$/;

/**
 * Epoch milliseconds of a `timestamptz` text, truncated to the millisecond. `infinity` becomes Infinity. A year before
 * 1, or text in another date style, is an error: our connections ask for ISO.
 */
export function parseTimestamp(text: string): number {
  const usual = parseUsual(text);
  if (!Number.isNaN(usual)) return usual;
  if (text === "infinity") return Number.POSITIVE_INFINITY;
  if (text === "-infinity") return Number.NEGATIVE_INFINITY;
  const match = timestampPattern.exec(text);
  if (match === null) throw new Error(`not a timestamp: ${text}`);
  const [, year, month, day, hour, minute, second, fraction = "", sign, offsetHours, offsetMinutes = "0"] =
    match;
  const milliseconds = Number(fraction.padEnd(3, "0").slice(0, 3));
  const atUtc = new Date(0);
  atUtc.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  atUtc.setUTCHours(Number(hour), Number(minute), Number(second), milliseconds);
  const offsetMs = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return atUtc.getTime() - (sign === "-" ? -offsetMs : offsetMs);
}

const POINT = 0x2e;
const PLUS = 0x2b;
const ZERO = 0x30;
const SECONDS_END = 19;

/**
 * The form of nearly every column: a year of four digits, UTC. Read digit by digit, in a tenth of the time of the
 * pattern. NaN for any other form.
 */
function parseUsual(text: string): number {
  const end = text.length - 3;
  const isShaped =
    text.charCodeAt(4) === 0x2d &&
    text.charCodeAt(7) === 0x2d &&
    text.charCodeAt(10) === 0x20 &&
    text.charCodeAt(13) === 0x3a &&
    text.charCodeAt(16) === 0x3a &&
    text.charCodeAt(end) === PLUS &&
    digitsAt(text, end + 1, 2) === 0;
  if (!isShaped) return Number.NaN;
  let milliseconds = 0;
  if (end !== SECONDS_END) {
    const digits = end - SECONDS_END - 1;
    if (text.charCodeAt(SECONDS_END) !== POINT || digits < 1 || digits > 6) return Number.NaN;
    const micros = digitsAt(text, SECONDS_END + 1, digits) * 10 ** (6 - digits);
    if (Number.isNaN(micros)) return Number.NaN;
    milliseconds = Math.floor(micros / 1_000);
  }
  const year = digitsAt(text, 0, 4);
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  if (year < 100) return Number.NaN;
  return Date.UTC(
    year,
    digitsAt(text, 5, 2) - 1,
    digitsAt(text, 8, 2),
    digitsAt(text, 11, 2),
    digitsAt(text, 14, 2),
    digitsAt(text, 17, 2),
    milliseconds,
  );
}

/** The number written in `count` digits, or NaN when another character occurs. */
function digitsAt(text: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

const asText: Parser = (text) => text;

/** The driver's own parser of array texts, with elements left as text. */
const splitArray = pg.types.getTypeParser(1009 as never, "text") as (text: string) => TextArray;
type TextArray = readonly (string | null | TextArray)[];

/**
 * `{a,b}`: the elements as text. Nearly all our arrays hold plain words, which PostgreSQL writes without quotes. The
 * driver parses them character by character, which was an eleventh of all function calls of a payment.
 */
export function parseTextArray(text: string): TextArray {
  const isPlain = text.startsWith("{") && text.lastIndexOf("{") === 0 && !text.includes('"');
  if (!isPlain) return splitArray(text);
  if (text === "{}") return [];
  const words = text.slice(1, -1).split(",");
  return words.includes("NULL") ? splitArray(text) : words;
}

function mapArray(values: TextArray, parse: Parser): unknown[] {
  return values.map((value) =>
    value === null ? null : typeof value === "string" ? parse(value) : mapArray(value, parse),
  );
}

const arrayOf =
  (parse: Parser): Parser =>
  (text) =>
    mapArray(parseTextArray(text), parse);

const parsers: ReadonlyMap<number, Parser> = new Map([
  [20, BigInt], // bigint
  [1016, arrayOf(BigInt)], // bigint[]
  [1009, parseTextArray as Parser], // text[]
  [2951, parseTextArray as Parser], // uuid[]
  [1184, parseTimestamp], // timestamptz
  [1185, arrayOf(parseTimestamp)], // timestamptz[]
  [1231, arrayOf(asText)], // numeric[]
  // The driver would read these in the local time zone of the process.
  [1082, asText], // date
  [1182, arrayOf(asText)], // date[]
  [1114, asText], // timestamp
  [1115, arrayOf(asText)], // timestamp[]
  [1186, asText], // interval
]);

/**
 * How columns become values, for the `types` of one client. A global setting would change what other users of the
 * driver read.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    (format === "binary" ? undefined : parsers.get(oid)) ??
    pg.types.getTypeParser(oid, format as "text")) as pg.CustomTypesConfig["getTypeParser"],
};
