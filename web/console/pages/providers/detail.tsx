import { useRead } from "../../../ui/api/reads.ts";
import type { ProviderAccount, SubTenant } from "../../../ui/api/views.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Notes } from "../../../ui/notes/later.ts";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Id } from "../../../ui/parts/id.tsx";
import { later } from "../../../ui/parts/later.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { Proposals } from "../../approvals/proposals.tsx";
import { useTexts } from "../../i18n/index.ts";
import { Alarms } from "../../providers/alarms.tsx";
import { Health } from "../../providers/health.tsx";
import { AccountState } from "../../providers/state.tsx";
import { Switches } from "../../providers/switches.tsx";
import "../../styles/providers.css";

// They stand further down the page, and their files come after it.
const AccountBalance = later(async () => (await import("../../providers/balance.tsx")).AccountBalance);
const Limits = later(async () => (await import("../../providers/limits.tsx")).Limits);
const Credentials = later(async () => (await import("../../providers/credentials.tsx")).Credentials);
const Answers = later(async () => (await import("../../providers/answers.tsx")).Answers);

/** One account at a provider: whether it works, its credentials, its limits, and what the provider answered last. */
export default function ProviderPage({ params: { id = "" } }: PageProps) {
  const { providers: t } = useTexts();
  const name = encodeURIComponent(id);
  const account = useRead<ProviderAccount>(`/tenant/provider-accounts/${name}`);
  const known = account.data?.data;
  const back = `/console/providers${known?.mode === "SANDBOX" ? "?mode=SANDBOX" : ""}`;
  return (
    <Page title={known?.name ?? t.one} above={<a href={back}>{t.title}</a>}>
      <Shown read={account}>{({ data }) => <Head account={data} />}</Shown>
      <Proposals subject={id} kinds={["UPDATE_PROVIDER_ACCOUNT"]} />
      {known !== undefined && (
        <>
          <div class="cards">
            <Card title={t.health}>
              <Health id={id} mode={known.mode} />
            </Card>
            <Card title={t.limits}>
              <Limits account={known} />
            </Card>
          </div>
          <Card title={t.balance}>
            <AccountBalance account={known} />
          </Card>
          <Card title={t.credentials}>
            <Credentials account={known} />
          </Card>
          <Alarms id={id} />
          <Card title={t.answers}>
            <Answers id={id} />
          </Card>
          <Notes subjectId={id} />
        </>
      )}
    </Page>
  );
}

function Head({ account }: { readonly account: ProviderAccount }) {
  const { providers: t } = useTexts();
  const ui = useUiTexts();
  const format = useFormat();
  const entities = useRead<readonly SubTenant[]>("/tenant/sub-tenants?pageSize=100");
  const { provider, mode, methods, currencies, countries, operators, suspendedAt, testPassedAt } = account;
  const listOr = (any: string, list: readonly string[]) => (list.length === 0 ? any : list.join(", "));
  const entity = entities.data?.data.find(({ id }) => id === account.subTenantId);
  return (
    <Card title={t.account} tools={<AccountState account={account} />}>
      <Facts
        facts={[
          [t.provider, provider],
          [ui.frame.mode, ui.frame[mode]],
          [t.subTenant, entity?.name ?? account.subTenantId],
          [t.methods, methods.map((one) => ui.methods[one]).join(", ")],
          [t.currencies, listOr(t.anyCurrency, currencies)],
          [t.countries, listOr(t.any, countries)],
          [t.operators, listOr(t.any, operators)],
          [t.suspendedSince, suspendedAt === null ? null : format.moment(suspendedAt)],
          [t.testPassed, testPassedAt === null ? t.never : format.moment(testPassedAt)],
          [t.callbackUrl, account.callbackUrl === null ? null : <Id id={account.callbackUrl} />],
          [t.id, <Id key="id" id={account.id} />],
        ]}
      />
      <Switches account={account} />
    </Card>
  );
}
