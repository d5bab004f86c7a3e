import {
  type Cell,
  csvFile,
  numberCell,
  type PdfBlock,
  renderPdf,
  type Separator,
} from "../../documents/index.ts";
import { type CurrencyCode, exponentOf } from "../../kit/currency.ts";
import { publicId } from "../../kit/ids.ts";
import { decimalText, displayMoney, type Locale, money } from "../../kit/money.ts";
import { entryId } from "./entry-id.ts";
import type { Reader, Statement } from "./statement.ts";
import { statementLabels } from "./statement-labels.ts";
import type { WalletEntry } from "./store.ts";
import { accountName, directionOf, sourceIdOf } from "./view.ts";

const csvHeader = [
  "createdAt",
  "id",
  "type",
  "direction",
  "amount",
  "balanceChange",
  "balanceAfter",
  "currency",
  "from",
  "to",
  "sourceType",
  "sourceId",
  "transactionId",
  "reference",
  "amountMinor",
  "balanceChangeMinor",
  "balanceAfterMinor",
];

/**
 * A statement as a spreadsheet: its first and last lines are the opening and closing balances, with one line per entry
 * between them. Column names are those of the API, in any language; amounts are decimal text in major units, and
 * `…Minor` in minor units. New columns are added at the end, so that spreadsheets which read by position still work.
 */
export function statementCsv(statement: Statement, separator?: Separator): Promise<Buffer> {
  return csvFile(csvHeader, csvRows(statement), separator);
}

function* csvRows({
  wallet,
  period,
  openingBalance,
  closingBalance,
  entries,
}: Statement): Iterable<readonly Cell[]> {
  const amount = (minor: bigint) => numberCell(decimalText(money(minor, wallet.currency)));
  const balanceLine = (type: string, atMs: number, balance: bigint): readonly Cell[] => [
    new Date(atMs).toISOString(),
    null,
    type,
    null,
    null,
    null,
    amount(balance),
    wallet.currency,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    numberCell(balance),
  ];
  yield balanceLine("OPENING_BALANCE", period.fromMs, openingBalance);
  for (const entry of entries) {
    yield [
      new Date(entry.createdAtMs).toISOString(),
      entryId(entry.walletId, entry.position),
      entry.type,
      directionOf(entry),
      amount(entry.amount),
      amount(changeOf(entry)),
      amount(entry.balanceAfter),
      entry.currency,
      accountName(entry.from),
      accountName(entry.to),
      entry.sourceType,
      sourceIdOf(entry),
      entry.transactionId,
      entry.reference,
      ...[entry.amount, changeOf(entry), entry.balanceAfter].map(numberCell),
    ];
  }
  yield balanceLine("CLOSING_BALANCE", period.toMs, closingBalance);
}

function changeOf(entry: WalletEntry): bigint {
  const direction = directionOf(entry);
  return direction === "NONE" ? 0n : direction === "CREDIT" ? entry.amount : -entry.amount;
}

/** A statement as a document to print and to archive, in the reader's language. */
export function statementPdf(
  statement: Statement,
  { merchantName, locale }: Reader,
  nowMs: number,
): Promise<Buffer> {
  const { wallet, period, openingBalance, closingBalance, credits, debits, totals, entries } = statement;
  const labels = statementLabels[locale];
  const amount = (minor: bigint) => displayMoney(money(minor, wallet.currency), locale);
  const figure = figuresOf(wallet.currency, locale);
  const blocks: readonly PdfBlock[] = [
    {
      kind: "rows",
      heading: labels.balances,
      rows: [
        { label: labels.wallet, value: `${wallet.label} · ${publicId("wallet", wallet.id)}` },
        { label: labels.opening, value: amount(openingBalance) },
        { label: labels.credits, value: amount(credits) },
        { label: labels.debits, value: amount(-debits) },
        { label: labels.closing, value: amount(closingBalance), strong: true },
      ],
    },
    {
      kind: "table",
      heading: labels.totals,
      columns: [
        { title: labels.type, share: 5 },
        { title: labels.count, share: 2, align: "end" },
        { title: labels.amount, share: 3, align: "end" },
      ],
      rows: totals.map(({ type, direction, count, amount: sum }) => [
        direction === "NONE" ? `${labels.types[type]} (${labels.within})` : labels.types[type],
        String(count),
        amount(direction === "DEBIT" ? -sum : sum),
      ]),
      empty: labels.none,
    },
    {
      kind: "table",
      heading: labels.entries,
      columns: [
        { title: labels.date, share: 72 },
        { title: labels.type, share: 74 },
        { title: labels.source, share: 142 },
        { title: labels.movement, share: 90 },
        { title: `${labels.amount} (${wallet.currency})`, share: 66, align: "end" },
        { title: `${labels.balance} (${wallet.currency})`, share: 68, align: "end" },
      ],
      // Movements within the wallet are in brackets: they are not part of the sum.
      rows: entries.map((entry) => [
        dateText(entry.createdAtMs, locale),
        labels.types[entry.type],
        entry.reference === null ? sourceIdOf(entry) : `${entry.reference}\n${sourceIdOf(entry)}`,
        `${labels.accounts[accountName(entry.from)]} → ${labels.accounts[accountName(entry.to)]}`,
        directionOf(entry) === "NONE" ? `[${figure(entry.amount)}]` : figure(changeOf(entry)),
        figure(entry.balanceAfter),
      ]),
      empty: labels.none,
    },
    ...sealBlock(statement, locale),
  ];
  return renderPdf({
    issuer: merchantName,
    title: labels.title,
    subtitle: labels.period(dateText(period.fromMs, locale), dateText(period.toMs, locale)),
    locale,
    createdAtMs: nowMs,
    blocks,
    footer: labels.footer(dateText(nowMs, locale)),
  });
}

function sealBlock({ seal }: Statement, locale: Locale): readonly PdfBlock[] {
  return seal.number === 0
    ? []
    : [{ kind: "text", text: statementLabels[locale].sealed(seal.number, seal.hash) }];
}

const tags: Record<Locale, string> = { fr: "fr-FR", en: "en-GB", pt: "pt-PT" };
const dates = new Map<Locale, Intl.DateTimeFormat>();

/** Amounts without their currency, which is in the column's head. */
function figuresOf(currency: CurrencyCode, locale: Locale): (minor: bigint) => string {
  const digits = exponentOf(currency);
  const format = new Intl.NumberFormat(tags[locale], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: "always",
  });
  // Intl accepts decimal text exactly, where a number would lose the last digits. Its type allows only numbers.
  return (minor) => format.format(decimalText(money(minor, currency)) as unknown as number);
}

/** Date and minute, in UTC. */
function dateText(atMs: number, locale: Locale): string {
  let format = dates.get(locale);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(tags[locale], {
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      timeZone: "UTC",
    });
    dates.set(locale, format);
  }
  return format.format(atMs);
}
