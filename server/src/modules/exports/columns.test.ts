import { describe, expect, it } from "vitest";
import { createRowWriter, headsOf } from "./cells.ts";
import { type ColumnPath, columnKinds } from "./columns.ts";
import { exportableLists } from "./lists.ts";
import { fileNameOf, formOf, mayRead } from "./rules.ts";
import type { FileForm } from "./types.ts";

const form: FileForm = {
  format: "CSV",
  heads: "WORDS",
  locale: "fr",
  separator: ";",
  timeZone: "Africa/Lagos",
};
const locales = ["fr", "en", "pt"] as const;

describe("columns", () => {
  it("are each used by a list", () => {
    const used = new Set(Object.values(exportableLists).flatMap(({ columns }) => columns));
    expect(Object.keys(columnKinds).filter((path) => !used.has(path as ColumnPath))).toEqual([]);
  });

  it.each(Object.entries(exportableLists))("of %s are there once, with different heads", (_name, list) => {
    expect(new Set(list.columns).size).toBe(list.columns.length);
    for (const locale of locales) {
      const heads = headsOf(list, { ...form, locale });
      expect(heads.filter((head, index) => heads.indexOf(head) !== index)).toEqual([]);
    }
  });

  it("have a currency beside each amount", () => {
    for (const { columns } of Object.values(exportableLists)) {
      const amounts = columns.filter((path) => columnKinds[path] === "amount");
      const currencies = amounts.map(
        (path) => `${path.slice(0, path.lastIndexOf(".") + 1)}currency` as ColumnPath,
      );
      expect(currencies.filter((path) => !columns.includes(path))).toEqual([]);
    }
  });
});

const entry = {
  createdAt: "2026-11-21T23:30:00.000Z",
  amount: "1234567890123456789",
  fee: null,
  currency: "EUR",
  late: true,
  attemptNumber: 3,
  metadata: { orderId: "=1+1" },
  "provider.name": "never read by its dotted name",
  provider: { name: "MTN" },
  reference: `cs_${"0".repeat(58)}`,
};
const columns: readonly ColumnPath[] = [
  "createdAt",
  "amount",
  "fee",
  "late",
  "attemptNumber",
  "metadata",
  "provider.name",
  "failureCode",
  "reference",
];

it("a row for people has local times, exact decimals and words", () => {
  expect(createRowWriter({ columns }, form)(entry)).toEqual([
    { time: "2026-11-22 00:30:00" },
    { number: "12345678901234567.89", decimals: 2 },
    null,
    "oui",
    { number: "3" },
    '{"orderId":"=1+1"}',
    "MTN",
    null,
    `cs_${"0".repeat(32)}`,
  ]);
});

it("a row for programs has the API's values", () => {
  const row = createRowWriter({ columns }, { ...form, heads: "NAMES" })(entry);
  expect(row.slice(0, 5)).toEqual([entry.createdAt, entry.amount, null, "true", { number: "3" }]);
  expect(headsOf({ columns }, { ...form, heads: "NAMES" })).toEqual(columns);
});

it("the words of a status stand behind its code, in the reader's language and as its list means them", () => {
  const list = { columns: ["status", "amount"], words: { status: "refund" } } as const;
  const lineIn = (locale: FileForm["locale"], more: Partial<FileForm> = {}) => [
    headsOf(list, { ...form, locale, ...more }),
    createRowWriter(list, { ...form, locale, ...more })({ status: "SUCCEEDED", amount: null }),
  ];
  expect(lineIn("fr")).toEqual([
    ["Statut", "Statut en clair", "Montant"],
    ["SUCCEEDED", "Remboursé", null],
  ]);
  expect(lineIn("en")[1]).toEqual(["SUCCEEDED", "Refunded", null]);
  expect(lineIn("pt")[1]).toEqual(["SUCCEEDED", "Reembolsado", null]);
  expect(lineIn("fr", { heads: "NAMES" })).toEqual([
    ["status", "amount"],
    ["SUCCEEDED", null],
  ]);
});

it.each([
  [{}, "fr", "WORDS", "fr", ";"],
  [{}, "en-GB", "WORDS", "en", ","],
  [{}, undefined, "WORDS", "en", ","],
  [{ locale: "pt" }, "en", "WORDS", "pt", ";"],
  [{ heads: "NAMES" }, "fr", "NAMES", "fr", ","],
  [{ heads: "NAMES", separator: ";" }, "fr", "NAMES", "fr", ";"],
  [{ separator: "," }, "fr", "WORDS", "fr", ","],
] as const)(
  "asked with %j by a reader of %s: %s, %s, %s",
  (body, acceptLanguage, heads, locale, separator) => {
    const chosen = formOf({ list: "/payments/charges", ...body }, { acceptLanguage });
    expect(chosen).toEqual({ format: "CSV", heads, locale, separator, timeZone: "UTC" });
  },
);

it.each([
  [["merchant.refunds.read"], "merchant.refunds.read", true],
  [["merchant.refunds.manage"], "merchant.refunds.read", true],
  [["merchant.charges.manage"], "merchant.refunds.read", false],
  [["merchant.charges.read"], ["merchant.refunds.read", "merchant.charges.read"], true],
  [[], "merchant.refunds.read", false],
] as const)("with %j a list that takes %j is read: %s", (held, permission, expected) => {
  expect(mayRead(held, { permission })).toBe(expected);
});

it("a file is named after its list, its mode and its day", () => {
  const createdAtMs = Date.UTC(2026, 10, 22, 23, 59);
  const nameOf = (isSandbox: boolean, format: "CSV" | "XLSX") =>
    fileNameOf("payments", isSandbox, { createdAtMs, format });
  expect(nameOf(true, "CSV")).toBe("payments-sandbox-2026-11-22.csv");
  expect(nameOf(false, "XLSX")).toBe("payments-2026-11-22.xlsx");
});
