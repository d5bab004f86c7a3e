import { queryOf } from "../../../ui/api/request.ts";
import type { Activity } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useReader } from "../../../ui/app/reader.tsx";
import { useMerchant } from "../../../ui/app/scope.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { dayStart, type Filter } from "../../../ui/parts/filters.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import type { Column } from "../../../ui/parts/table.tsx";
import { RightsSentence } from "../../developers/rights-sentence.tsx";
import { useTexts } from "../../i18n/index.ts";
import { FileButton } from "../../parts/file-button.tsx";
import { actTexts, isKnownAct, knownActs } from "../../settings/act-names.ts";
import "../../settings/settings.css";

/** What was done in the merchant's name, by whom, from where. */
export default function ActivityPage() {
  const { activity: t } = useTexts();
  const { merchantId } = useMerchant();
  const { timeZone, words, locale } = useReader();
  const { query } = useAddress();
  const path = `/merchant/merchants/${merchantId}/activity`;
  const asked = {
    actor: query.actor,
    action: query.action,
    subject: query.subject,
    createdFrom: dayStart(query, "from", timeZone),
    createdTo: dayStart(query, "until", timeZone, 1),
  };
  const separator = locale === "en" ? "," : ";";
  return (
    <Page title={t.title}>
      <List<Activity>
        caption={t.caption}
        path={path}
        query={asked}
        filters={useFilters(words.list.from, words.list.until)}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={<p>{t.empty}</p>}
        tools={
          <FileButton
            text={t.export}
            path={`${path}${queryOf({ ...asked, format: "csv", separator })}`}
            name="activity.csv"
          />
        }
      />
    </Page>
  );
}

function useFilters(from: string, until: string): readonly Filter[] {
  const { activity: t } = useTexts();
  const acts = knownActs.map((action) => [action, t.acts[actTexts[action]]] as const);
  return [
    { kind: "choice", name: "action", label: t.what, options: acts },
    { kind: "text", name: "actor", label: t.actor, hint: t.actorHint },
    { kind: "text", name: "subject", label: t.object, hint: t.subjectHint },
    { kind: "day", name: "from", label: from },
    { kind: "day", name: "until", label: until },
  ];
}

function useColumns(): readonly Column<Activity>[] {
  const { activity: t } = useTexts();
  const format = useFormat();
  return [
    { head: t.when, cell: ({ createdAt }) => format.shortMoment(createdAt), card: "side" },
    {
      head: t.what,
      cell: ({ action }) => (isKnownAct(action) ? t.acts[actTexts[action]] : action),
      card: "lead",
    },
    {
      head: t.who,
      cell: ({ actor, actorName, ip }) => (
        <>
          {actor === "platform" ? <span class="whole">{t.platform}</span> : (actorName ?? actor)}
          {ip !== null && (
            <>
              {" "}
              <small class="quiet">{ip}</small>
            </>
          )}
        </>
      ),
    },
    { head: t.object, cell: ({ subject }) => <code>{subject}</code>, card: "quiet" },
    {
      head: t.change,
      cell: ({ before, after }) =>
        before === null && after === null ? null : <Change before={before} after={after} />,
      card: "quiet",
    },
  ];
}

/** Before and after in words, with the words of the API beside them where they differ. */
function Change({ before, after }: Pick<Activity, "before" | "after">) {
  const { activity: t } = useTexts();
  const texts = [before, after].filter((text) => text !== null);
  if (texts.length === 0) return null;
  const permissions = (text: string) => text.split(" ").filter((word) => word.startsWith("merchant."));
  if (texts.some((text) => permissions(text).length > 0))
    return texts.map((text, place) => (
      <>
        {place > 0 && " → "}
        {permissions(text).length > 0 ? (
          <RightsSentence permissions={permissions(text)} />
        ) : (
          <code>{short(text)}</code>
        )}
      </>
    ));
  const raw = texts.map(short).join(" → ");
  const spoken = raw
    .split(" ")
    .map((word) => (isTerm(t.terms, word) ? t.terms[word] : word))
    .join(" ");
  return (
    <>
      {spoken !== raw && `${spoken} `}
      <code>{raw}</code>
    </>
  );
}

const isTerm = <T extends object>(terms: T, word: string): word is Extract<keyof T, string> =>
  Object.hasOwn(terms, word);

/** Long texts are cut. Pure. */
const short = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text);
const SHOWN_MAX = 60;
