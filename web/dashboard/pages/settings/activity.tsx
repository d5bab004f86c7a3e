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
import { useTexts } from "../../i18n/index.ts";
import { FileButton } from "../../parts/file-button.tsx";
import { actTexts, isKnownAct, knownActs } from "../../settings/act-names.ts";
import { Change } from "../../settings/change.tsx";
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
      cell: (act) => <Change act={act} />,
      card: "quiet",
    },
  ];
}
