import { useRead } from "../../../ui/api/reads.ts";
import type { Member, MemberInvitation } from "../../../ui/api/views.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Badge } from "../../../ui/parts/badge.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { type Column, Table } from "../../../ui/parts/table.tsx";
import { useTexts } from "../../i18n/index.ts";
import { Ask } from "../../parts/ask.tsx";

/** Who works for the merchant, and who is invited. */
export function People({ path }: { readonly path: string }) {
  const { merchants: t } = useTexts();
  const { frame } = useUiTexts();
  const format = useFormat();
  const members = useRead<readonly Member[]>(`${path}/members`);
  const invitations = useRead<readonly MemberInvitation[]>(`${path}/invitations`);
  const roleIn = (given: Member["live"]): string => (given === null ? t.noRole : t.roles[given.role]);
  const columns: readonly Column<Member>[] = [
    { head: t.person, cell: ({ name }) => name, card: "lead" },
    { head: t.email, cell: ({ email }) => email, card: "quiet" },
    { head: frame.LIVE, cell: ({ live }) => <span class="whole">{roleIn(live)}</span> },
    {
      head: frame.SANDBOX,
      cell: ({ sandbox }) => <span class="whole">{roleIn(sandbox)}</span>,
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
    {
      head: t.help,
      cell: ({ id, name }) => (
        <Ask
          act="recoverMerchantMember"
          label={t.recover}
          text={t.recoverText(name)}
          path={`${path}/members/${id}/recovery`}
          done={t.recoveryProposed}
          refusals={t.refusals}
          isQuiet
        />
      ),
    },
  ];
  return (
    <Card title={t.people}>
      <Shown read={members}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{t.nobody}</p>
          ) : (
            <Table caption={t.people} columns={columns} rows={data} keyOf={({ id }) => id} />
          )
        }
      </Shown>
      <Shown read={invitations} rows={1}>
        {({ data }) => (
          <ul class="ids">
            {data.map(({ id, email, status, expiresAt }) => (
              <li key={id}>
                {status === "OPEN"
                  ? t.invitedUntil(email, format.moment(expiresAt))
                  : t.invitationExpired(email)}
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </Card>
  );
}
