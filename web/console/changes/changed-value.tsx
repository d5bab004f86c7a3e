import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { operatorName } from "../../ui/format/operators.ts";
import { OperatorRights } from "./operator-rights.tsx";
import type { Worded } from "./words/texts.ts";

interface ChangedValueProps extends Worded {
  readonly name: string;
  readonly value: unknown;
  /** Of the amounts beside it; null: nobody says, and amounts are shown as they are. */
  readonly currency: string | null;
}

/** Amounts in minor units of the currency that stands beside them. */
const amounts = [
  "amount",
  "expectedAmount",
  "total",
  "fixed",
  "minimum",
  "maximum",
  "amountMin",
  "amountMax",
];

/** What a field of a proposal or of the audit log says, in the reader's words, with the API's word beside a code. */
export function ChangedValue({ name, value, currency, words: t }: ChangedValueProps) {
  const { methods, states } = useUiTexts();
  const format = useFormat();
  if (value === null || value === undefined) return t.nothing;
  if (typeof value === "boolean") return value ? t.yes : t.no;
  if (name === "settlementDelaySeconds") return format.length(Number(value) * 1_000);
  if (name === "basisPoints") return format.percent(Number(value) / 10_000);
  const words: Readonly<Record<string, string>> = {
    ...states,
    ...t.papers,
    ...t.held,
    ...t.values,
    ...t.roles,
    ...methods,
  };
  const plain = (text: string): string => (name.startsWith("operator") ? operatorName(text) : text);
  if (isTexts(value))
    return value.some(isPermission) ? (
      <OperatorRights permissions={value} words={t} />
    ) : (
      value.map((text) => words[text] ?? plain(text)).join(", ")
    );
  if (typeof value === "object") return <code>{JSON.stringify(value)}</code>;
  const text = String(value);
  if (currency !== null && amounts.includes(name)) return format.amount(text, currency);
  if (isInstant(text)) return format.moment(text);
  if (Object.hasOwn(words, text))
    return (
      <>
        {words[text]} <code class="quiet">{text}</code>
      </>
    );
  return isCode(text) ? <code>{text}</code> : plain(text);
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");
/** A word of the API that has none here. An operator's code is one word, and has a name. */
const isCode = (text: string): boolean => /^[A-Z]+(?:_[A-Z]+)+$/.test(text);
const isPermission = (text: string): boolean => text.startsWith("tenant.");
const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);
