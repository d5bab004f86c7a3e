import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { operatorName } from "../../ui/format/operators.ts";
import { isAmount } from "./changed-fields.ts";
import { NestedList } from "./nested.tsx";
import { OperatorRights } from "./operator-rights.tsx";
import type { Worded } from "./words/texts.ts";

interface ChangedValueProps extends Worded {
  readonly name: string;
  readonly value: unknown;
  /** Of the amounts beside it; null: nobody says, and amounts are shown as they are. */
  readonly currency: string | null;
}

/** Where nothing is said here, each one fits. */
const open = [
  "method",
  "methods",
  "currency",
  "currencies",
  "country",
  "countries",
  "operator",
  "operators",
  "ipAllowlist",
];

/** What a field of a proposal or of the audit log says, in the reader's words, with the API's word beside a code. */
export function ChangedValue({ name, value, currency, words: t }: ChangedValueProps) {
  const { methods, states } = useUiTexts();
  const format = useFormat();
  if (value === null || (Array.isArray(value) && value.length === 0))
    return open.includes(name) ? t.any : t.nothing;
  if (value === undefined) return t.nothing;
  if (typeof value === "boolean") return value ? t.yes : t.no;
  if (name === "settlementDelaySeconds") return format.length(Number(value) * 1_000);
  if (name === "seconds") return format.length(Number(value) * 1_000);
  if (name === "basisPoints") return format.percent(Number(value) / 10_000);
  const words: Readonly<Record<string, string>> = {
    ...states,
    ...t.papers,
    ...t.held,
    ...t.values,
    ...t.members,
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
  if (typeof value === "object")
    return <NestedList name={name} value={value} words={t} Field={ChangedValue} />;
  const text = String(value);
  if (currency !== null && isAmount(name)) return format.amount(text, currency);
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
