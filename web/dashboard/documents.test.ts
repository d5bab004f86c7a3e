import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { referenceTable } from "../../server/test/harness/reference-table.ts";
import { en } from "../ui/i18n/en.ts";
import { failures as failuresEn } from "../ui/i18n/en-failures.ts";
import { fr } from "../ui/i18n/fr.ts";
import { failures } from "../ui/i18n/fr-failures.ts";
import { payouts as payoutsEn } from "./i18n/en/payouts.ts";
import { refunds as refundsEn } from "./i18n/en/refunds.ts";
import { payouts } from "./i18n/fr/payouts.ts";
import { refunds } from "./i18n/fr/refunds.ts";

/** The French pages for merchants say what the dashboard says. `UPDATE_DOCS=1 npx vitest run web/dashboard/documents.test.ts` */
const docs = resolve(import.meta.dirname, "../../docs");
const errorsPage = join(docs, "reference/fr/errors.md");

test("docs/reference/fr/errors.md explains each failure code in the dashboard's words", async () => {
  const rows = Object.entries(failures).map(([code, sentence]) => [`\`${code}\``, sentence]);
  expect(rows.length).toBe(Object.keys(failuresEn).length);
  const { onPage, inCode } = await referenceTable(errorsPage, ["`failureCode`", "Sens"], rows);
  expect(onPage).toBe(inCode);
});

test("docs/reference/fr/errors.md explains each error of the merchants' document, with its status", async () => {
  const document = readFileSync(join(docs, "reference/openapi.json"), "utf8");
  const codes = new Set<string>();
  JSON.parse(document, (key, value: unknown) => {
    if (key === "x-error-codes" && Array.isArray(value))
      for (const code of value as string[]) codes.add(code);
    return value;
  });
  const english = readFileSync(join(docs, "reference/errors.md"), "utf8");
  const statusOf = (text: string, code: string): string | undefined =>
    new RegExp(`^\\| \`${code}\` \\| (\\d{3}) \\|`, "m").exec(text)?.[1];
  const french = readFileSync(errorsPage, "utf8");
  expect(codes.size).toBeGreaterThan(50);
  const wrong = [...codes].filter((code) => statusOf(french, code) !== statusOf(english, code));
  expect(wrong.map((code) => `${code} ${statusOf(english, code)}`)).toEqual([]);
});

const STATE = /^[A-Z_]+$/;

test("docs/guides/fr/words.md lists the states with the dashboard's words", async () => {
  const of = (what: string, french: object, english: object): readonly (readonly string[])[] =>
    Object.entries(french).flatMap(([state, word]) => {
      const other = (english as Readonly<Record<string, unknown>>)[state];
      const isState = STATE.test(state) && typeof word === "string" && typeof other === "string";
      return isState ? [[what, `\`${state}\``, word, other]] : [];
    });
  const rows = [
    ...of("paiement", fr.states, en.states),
    ...of("remboursement", refunds, refundsEn),
    ...of("versement", payouts, payoutsEn),
  ].filter(([, state]) => !/ORIGINAL_RAIL|PAYOUT_TO_PAYER/.test(state ?? ""));
  expect(rows.length).toBeGreaterThan(20);
  const heads = ["Objet", "État de l’API", "Tableau de bord en français", "en anglais"];
  const { onPage, inCode } = await referenceTable(join(docs, "guides/fr/words.md"), heads, rows);
  expect(onPage).toBe(inCode);
});
