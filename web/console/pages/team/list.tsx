import { useRead } from "../../../ui/api/reads.ts";
import type { Operator } from "../../../ui/api/views.ts";
import { useFormat } from "../../../ui/format/index.tsx";
import { Badge } from "../../../ui/parts/badge.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { type Column, Table } from "../../../ui/parts/table.tsx";
import { Proposals } from "../../approvals/proposals.tsx";
import { useTexts } from "../../i18n/index.ts";
import { Ask } from "../../parts/ask.tsx";
import { OperatorState } from "./state.tsx";

/** Who runs the platform, and how somebody joins. */
export default function TeamPage() {
  const { team: t } = useTexts();
  const format = useFormat();
  const read = useRead<readonly Operator[]>("/tenant/operators");
  const columns: readonly Column<Operator>[] = [
    { head: t.name, cell: ({ name }) => name, card: "lead" },
    { head: t.state, cell: (operator) => <OperatorState operator={operator} />, card: "side" },
    { head: t.email, cell: ({ email }) => email, card: "quiet" },
    {
      head: t.role,
      cell: ({ role }) => (role === null ? t.ownRights : t.roles[role]),
      card: "quiet",
    },
    {
      head: t.secondFactor,
      cell: ({ secondFactor }) => (
        <Badge tone={secondFactor ? "good" : "warn"} text={secondFactor ? t.factorSet : t.factorMissing} />
      ),
    },
    {
      head: t.lastLogIn,
      cell: ({ lastLoginAt }) => (lastLoginAt === null ? t.never : format.shortMoment(lastLoginAt)),
      card: "quiet",
    },
  ];
  return (
    <Page title={t.title} tools={<Invite />}>
      <p>
        <a href="/console/account">{t.ownLogIns}</a>
      </p>
      <Proposals subject={null} kinds={["CREATE_OPERATOR"]} />
      <Shown read={read} rows={4}>
        {({ data }) => (
          <Table
            caption={t.caption}
            columns={columns}
            rows={data}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => `/console/team/${id}`}
          />
        )}
      </Shown>
    </Page>
  );
}

function Invite() {
  const { team: t } = useTexts();
  return (
    <Ask
      act="createOperator"
      label={t.invite}
      text={t.inviteText}
      fields={[
        { name: "email", label: t.email, kind: "email", lengthMax: 254 },
        { name: "name", label: t.name, lengthMax: 100 },
        { name: "role", label: t.role, kind: "choice", options: Object.entries(t.roles) },
      ]}
      path="/tenant/operators"
      done={t.invited}
      proposed={t.recoveryProposed}
      refusals={t.refusals}
    />
  );
}
