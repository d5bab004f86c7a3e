import { useRead, useReadAgain } from "../../../ui/api/reads.ts";
import type { MemberInvitation as Invitation, Member } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useMay } from "../../../ui/app/permissions.tsx";
import { useReader } from "../../../ui/app/reader.tsx";
import { useMerchant } from "../../../ui/app/scope.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Badge } from "../../../ui/parts/badge.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { later } from "../../../ui/parts/later.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { type Column, Table } from "../../../ui/parts/table.tsx";
import { useTexts } from "../../i18n/index.ts";
import { Invitations } from "../../settings/invitations.tsx";
import { InviteDialog } from "../../settings/invite.tsx";
import { MemberDialog } from "../../settings/member.tsx";
import "../../settings/settings.css";

// Opened by owners, and seldom.
const LogInsDialog = later(async () => (await import("../../settings/log-ins.tsx")).LogInsDialog);

/** Who works for the merchant, with which role in each mode. The open dialog is in the address. */
export default function TeamPage() {
  const { team: t } = useTexts();
  const { merchantId } = useMerchant();
  const { query, set } = useAddress();
  const readAgain = useReadAgain();
  const mayManage = useMay()("merchant.team.manage");
  const path = `/merchant/merchants/${merchantId}/members`;
  const invitationsPath = `/merchant/merchants/${merchantId}/invitations`;
  const members = useRead<readonly Member[]>(path);
  const invitations = useRead<readonly Invitation[]>(invitationsPath);
  const { account } = useReader();
  const people = members.data?.data;
  const chosen = people?.find(({ id }) => id === query.person);
  const loggedIn = people?.find(({ id }) => id === query.logins && id !== account.id);
  const isOwner = people?.some(({ id, live }) => id === account.id && live?.role === "OWNER") === true;
  const columns = useColumns(
    mayManage ? (id) => set({ person: id }) : null,
    isOwner ? { id: account.id, show: (id) => set({ logins: id }) } : null,
  );
  const refresh = () => void readAgain(path, invitationsPath);
  return (
    <Page
      title={t.title}
      tools={
        mayManage && (
          <button type="button" aria-haspopup="dialog" onClick={() => set({ invite: "1" })}>
            {t.invite}
          </button>
        )
      }
    >
      <Shown read={members}>
        {({ data }) => <Table caption={t.caption} columns={columns} rows={data} keyOf={({ id }) => id} />}
      </Shown>
      <Card title={t.invitations}>
        <Shown read={invitations}>
          {({ data }) => <Invitations path={invitationsPath} invitations={data} onDone={refresh} />}
        </Shown>
      </Card>
      {mayManage && query.invite === "1" && (
        <InviteDialog path={invitationsPath} onClose={() => set({ invite: null })} onDone={refresh} />
      )}
      {mayManage && chosen !== undefined && (
        <MemberDialog path={path} member={chosen} onClose={() => set({ person: null })} onDone={refresh} />
      )}
      {isOwner && loggedIn !== undefined && (
        <LogInsDialog member={loggedIn} onClose={() => set({ logins: null })} />
      )}
    </Page>
  );
}

/** `onChange` is null for readers who may change nobody, `owner` for who is none: owners see their colleagues' log-ins. */
function useColumns(
  onChange: ((id: string) => void) | null,
  owner: { readonly id: string; readonly show: (id: string) => void } | null,
): readonly Column<Member>[] {
  const { team: t } = useTexts();
  const format = useFormat();
  const roleText = (role: Member["live"]) =>
    role === null ? t.noRole : `${t.roles[role.role]}${role.narrowed ? ` (${t.narrowed})` : ""}`;
  const columns: readonly Column<Member>[] = [
    {
      head: t.person,
      cell: ({ name, email, status }) => (
        <>
          {name}
          <small class="quiet">{email}</small>
          {status === "DISABLED" && <Badge tone="bad" text={t.disabled} />}
        </>
      ),
      card: "lead",
    },
    { head: t.live, cell: ({ live }) => <span class="whole">{roleText(live)}</span> },
    { head: t.sandbox, cell: ({ sandbox }) => <span class="whole">{roleText(sandbox)}</span> },
    {
      head: t.factor,
      cell: ({ secondFactor }) => (
        <Badge tone={secondFactor ? "good" : "warn"} text={secondFactor ? t.factorThere : t.factorMissing} />
      ),
    },
    {
      head: t.lastSeen,
      cell: ({ lastLoginAt }) => (lastLoginAt === null ? t.never : format.shortMoment(lastLoginAt)),
    },
  ];
  if (onChange === null) return columns;
  return [
    ...columns,
    {
      head: t.change,
      cell: ({ id, name }) => (
        <span class="actions">
          <button
            type="button"
            class="quiet small whole"
            aria-label={`${t.change} ${name}`}
            aria-haspopup="dialog"
            onClick={() => onChange(id)}
          >
            {t.change}
          </button>
          {owner !== null && owner.id !== id && (
            <button
              type="button"
              class="quiet small whole"
              aria-label={`${t.logIns} ${name}`}
              aria-haspopup="dialog"
              onClick={() => owner.show(id)}
            >
              {t.logIns}
            </button>
          )}
        </span>
      ),
      card: "quiet",
    },
  ];
}
