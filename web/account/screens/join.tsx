import type { Texts } from "../i18n/index.ts";
import type { AccountPaths } from "../paths.ts";
import type { InvitedAs, InvitedRole, MerchantInvitation, PasskeyPlace } from "../ports.ts";
import { OpenAccount } from "./open-account.tsx";
import { ButtonForm, type FormState, Problem } from "./parts.tsx";

export interface JoinScreenProps {
  readonly t: Texts;
  readonly paths: AccountPaths;
  /** Of this page, to come back to. */
  readonly path: string;
  readonly invitation: MerchantInvitation;
  /** When the link ends, in words; empty where it leads nowhere any more. */
  readonly until: string;
  readonly place: PasskeyPlace;
  readonly step: "ASK_ELSEWHERE" | "JOIN" | "LOG_OUT" | "LOG_IN" | "OPEN_ACCOUNT";
  /** The address of the open log-in; empty without one. */
  readonly ownEmail: string;
  readonly form: FormState;
}

/** An invitation to a merchant, and the one thing that this visitor can do with it. */
export function JoinScreen(props: JoinScreenProps) {
  const { t, form } = props;
  return (
    <>
      <h1>{t.join.joinTitle}</h1>
      <div class="card">
        <Facts {...props} />
        <Problem form={form} />
        <Step {...props} />
      </div>
    </>
  );
}

function Facts({ t, invitation, until }: JoinScreenProps) {
  const { join } = t;
  const { merchantName, inviterName, roles, email } = invitation;
  const rows = [
    [join.merchant, merchantName],
    [join.invitedBy, inviterName],
    [join.roleLive, roleText(t, roles.LIVE)],
    [join.roleSandbox, roleText(t, roles.SANDBOX)],
    [join.invitedAddress, email],
    [join.usefulUntil, until],
  ] as const;
  return (
    <dl class="facts">
      {rows
        .filter(([, text]) => text !== "")
        .map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}

function Step({ t, paths, path, invitation, step, place, ownEmail, form }: JoinScreenProps) {
  const { join } = t;
  if (step === "ASK_ELSEWHERE") return <p>{t.problems.WRONG_CELL}</p>;
  if (step === "LOG_OUT")
    return (
      <>
        <p>{join.otherAccount(ownEmail)}</p>
        <ButtonForm action={`${paths.account}/log-out`} fields={{ next: path }}>
          {t.account.logOut}
        </ButtonForm>
      </>
    );
  if (step === "LOG_IN")
    return (
      <>
        <p>{join.logInFirst}</p>
        <p>
          <a class="line" href={`${paths.logIn}?next=${encodeURIComponent(path)}`}>
            {t.logIn.logInSubmit}
          </a>
        </p>
      </>
    );
  if (step === "JOIN")
    return (
      <form method="post">
        <button type="submit">{join.joinNow}</button>
      </form>
    );
  return (
    <>
      <p>{join.newIntro}</p>
      <OpenAccount
        t={t}
        path={path}
        email={invitation.email}
        asksName
        place={place}
        submit={join.openAndJoin}
        form={form}
      />
    </>
  );
}

function roleText({ join }: Texts, given: InvitedAs | null): string {
  if (given === null) return join.noRole;
  const words: Readonly<Record<InvitedRole, string>> = {
    OWNER: join.roleOwner,
    ADMINISTRATOR: join.roleAdministrator,
    ACCOUNTANT: join.roleAccountant,
    APPROVER: join.roleApprover,
    DEVELOPER: join.roleDeveloper,
    SUPPORT: join.roleSupport,
    VIEWER: join.roleViewer,
  };
  return given.isNarrowed ? join.narrowed(words[given.role]) : words[given.role];
}
