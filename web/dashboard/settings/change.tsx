import { Fragment } from "preact";
import type { Activity } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { RightsSentence } from "../developers/rights-sentence.tsx";
import { useTexts } from "../i18n/index.ts";

type Changed = Pick<Activity, "action" | "before" | "after" | "beforeData" | "afterData">;

/** Before and after in words, with the words of the API beside them where they differ. */
export function Change({ act }: { readonly act: Changed }) {
  const { before, after, beforeData, afterData } = act;
  if (beforeData !== null && afterData !== null) return <Fields before={beforeData} after={afterData} />;
  const texts = [before, after].filter((text) => text !== null);
  return texts.map((text, place) => (
    <Fragment key={place === 0 ? "first" : "second"}>
      {place > 0 && " → "}
      <Said action={act.action} text={text} />
    </Fragment>
  ));
}

interface SaidProps {
  readonly action: string;
  readonly text: string;
}

function Said({ action, text }: SaidProps) {
  if (action === "sandbox.clock_advanced") return <Moved text={text} />;
  if (action.startsWith("payout.approval_threshold_")) return <Threshold text={text} />;
  return namesFields.includes(action) ? <FieldNames text={text} /> : <State text={text} />;
}

/** The log has the names of the fields that these acts wrote, and never what was written. */
const namesFields = ["merchant.profile_changed", "kyb_dossier.updated"];

function FieldNames({ text }: { readonly text: string }) {
  const { activity, dossier } = useTexts();
  const names: Readonly<Record<string, string>> = { ...dossier.fields, ...activity.fields };
  return text.split(" ").map((name, place) => (
    <Fragment key={name}>
      {place > 0 && ", "}
      {names[name] ?? <code>{name}</code>}
    </Fragment>
  ));
}

/** The fields of a key that changed, each before and after. */
function Fields(change: { readonly before: object; readonly after: object }) {
  const { keys: t } = useTexts();
  const names: Readonly<Record<string, string>> = {
    name: t.name,
    permissions: t.may,
    ipAllowlist: t.networks,
    requestsPerSecond: t.pace,
    expiresAt: t.ends,
  };
  const [before, after] = [change.before, change.after].map(
    (data): Readonly<Record<string, unknown>> => Object.fromEntries(Object.entries(data)),
  );
  if (before === undefined || after === undefined) return null;
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return changed.map((name, place) => (
    <Fragment key={name}>
      {place > 0 && " "}
      <small class="quiet">{names[name] ?? <code>{name}</code>}</small> <Value value={before[name]} />
      {" → "}
      <Value value={after[name]} />
    </Fragment>
  ));
}

function Value({ value }: { readonly value: unknown }) {
  if (value === undefined || value === null) return <>–</>;
  if (!Array.isArray(value)) return <>{short(String(value))}</>;
  const texts = value.map(String);
  return texts.some(isPermission) ? <RightsSentence permissions={texts} /> : short(texts.join(", "));
}

/** How far the sandbox's clock was moved: the log has seconds. */
function Moved({ text }: { readonly text: string }) {
  const { activity: t } = useTexts();
  const format = useFormat();
  const [by, inAll] = [...text.matchAll(/\d+/g)].map(([seconds]) => format.length(Number(seconds) * 1_000));
  return <>{by === undefined || inAll === undefined ? text : t.moved(by, inAll)}</>;
}

/** The log has minor units with their currency; without one where an earlier release has written it. */
function Threshold({ text }: { readonly text: string }) {
  const format = useFormat();
  const [minor = "", currency] = text.split(" ");
  return <>{currency === undefined ? text : format.amount(minor, currency)}</>;
}

/** A state, a kind of paper, an endpoint or a member's roles: the log has words with spaces between them. */
function State({ text }: { readonly text: string }) {
  const { activity, dossier } = useTexts();
  const terms: Readonly<Record<string, string>> = { ...dossier.papers, ...activity.terms };
  return partsOf(text).map((part, place) => (
    <Fragment key={`${place} ${part.join(" ")}`}>
      {place > 0 && " "}
      {part.some(isPermission) ? (
        <RightsSentence permissions={part} />
      ) : (
        part.map((word) =>
          Object.hasOwn(terms, word) ? (
            <Fragment key={word}>
              {terms[word]} <code>{word}</code>
            </Fragment>
          ) : (
            short(word)
          ),
        )
      )}
    </Fragment>
  ));
}

/** The words of a text, with the permissions that follow each other as one part. Pure. */
function partsOf(text: string): readonly (readonly string[])[] {
  const parts: string[][] = [];
  for (const word of text.split(" ")) {
    const last = parts.at(-1);
    if (isPermission(word) && last?.some(isPermission)) last.push(word);
    else parts.push([word]);
  }
  return parts;
}

const isPermission = (word: string): boolean => word.startsWith("merchant.");

/** Long texts are cut. Pure. */
const short = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text);
const SHOWN_MAX = 60;
