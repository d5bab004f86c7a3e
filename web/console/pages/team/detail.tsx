import { useRead } from "../../../ui/api/reads.ts";
import type { Operator } from "../../../ui/api/views.ts";
import { useReader } from "../../../ui/app/reader.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Id } from "../../../ui/parts/id.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { useMayAct } from "../../acts/may.ts";
import { Proposals } from "../../approvals/proposals.tsx";
import { OperatorRights } from "../../changes/later.tsx";
import { useTexts } from "../../i18n/index.ts";
import { Ask } from "../../parts/ask.tsx";
import { LogIns } from "../../parts/log-ins.tsx";
import { OperatorState } from "./state.tsx";

/** One colleague: what it may do, and the ways to let it in, help it and shut it out. */
export default function OperatorPage({ params: { id = "" } }: PageProps) {
  const { team: t } = useTexts();
  const format = useFormat();
  const { account } = useReader();
  const mayEnd = useMayAct()("endOperatorLogIns");
  const read = useRead<Operator>(`/tenant/operators/${encodeURIComponent(id)}`);
  const at = (instant: string | null): string | null => (instant === null ? null : format.moment(instant));
  return (
    <Page title={read.data?.data.name ?? t.one} above={<a href="/console/team">{t.title}</a>}>
      <Proposals subject={id} kinds={["UPDATE_OPERATOR", "RECOVER_OPERATOR"]} />
      <Shown read={read}>
        {({ data }) => (
          <>
            <Card title={t.account} tools={<OperatorState operator={data} />}>
              <Facts
                facts={[
                  [t.email, data.email],
                  [t.role, data.role === null ? t.ownRights : t.roles[data.role]],
                  [t.secondFactor, data.secondFactor ? t.factorSet : t.factorMissing],
                  [t.lastLogIn, at(data.lastLoginAt) ?? t.never],
                  [t.invitedUntil, at(data.invitedUntil)],
                  [t.since, at(data.createdAt)],
                  [t.identifier, <Id key="id" id={data.id} />],
                ]}
              />
              <Acts operator={data} />
            </Card>
            {mayEnd && data.id !== account.id && <LogIns operator={data} />}
            <Card title={t.permissions}>
              <p>
                <OperatorRights permissions={data.permissions} />
              </p>
            </Card>
            <p>
              <a href={`/console/audit?q=${data.id}`}>{t.history}</a>
            </p>
          </>
        )}
      </Shown>
    </Page>
  );
}

/** One's own account is changed by somebody else. */
function Acts({ operator: { id, status, name, invitedUntil } }: { readonly operator: Operator }) {
  const { team: t } = useTexts();
  const { account } = useReader();
  if (id === account.id) return <p class="quiet">{t.own}</p>;
  const path = `/tenant/operators/${id}`;
  const common = { refusals: t.refusals, isQuiet: true } as const;
  return (
    <div class="actions">
      {status !== "DISABLED" && (
        <>
          {status === "INVITED" ? (
            <Ask
              {...common}
              act="renewOperatorInvitation"
              label={t.sendLink}
              text={t.sendLinkInvited(name)}
              path={`${path}/invitation`}
              done={t.linkSent}
            />
          ) : (
            <Ask
              {...common}
              act="recoverOperator"
              label={t.recover}
              sendLabel={t.recoverSend}
              text={t.recoverText(name)}
              path={`${path}/recovery`}
              done={t.recoveryProposed}
            />
          )}
          {invitedUntil !== null && (
            <Ask
              {...common}
              act="revokeOperatorInvitation"
              label={t.takeBack}
              text={t.takeBackText(name)}
              path={`${path}/invitation`}
              method="DELETE"
              done={t.takenBack}
            />
          )}
          <Ask
            {...common}
            act="unlockOperator"
            label={t.unlock}
            text={t.unlockText(name)}
            path={`${path}/unlock`}
            done={t.unlocked}
          />
          <Ask
            {...common}
            act="updateOperator"
            label={t.changeRole}
            text={t.changeRoleText(name)}
            fields={[{ name: "role", label: t.role, kind: "choice", options: Object.entries(t.roles) }]}
            path={path}
            method="PATCH"
            done={t.changed}
            proposed={t.recoveryProposed}
          />
          <Ask
            {...common}
            act="updateOperator"
            label={t.disable}
            text={t.disableText(name)}
            path={path}
            method="PATCH"
            bodyOf={() => ({ status: "DISABLED" })}
            done={t.disabled}
          />
        </>
      )}
      {status === "DISABLED" && (
        <Ask
          {...common}
          act="updateOperator"
          label={t.enable}
          text={t.enableText(name)}
          path={path}
          method="PATCH"
          bodyOf={() => ({ status: "ACTIVE" })}
          done={t.recoveryProposed}
        />
      )}
    </div>
  );
}
