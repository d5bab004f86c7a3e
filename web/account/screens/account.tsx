import { placeText } from "../../../server/src/kit/place-text.ts";
import { dictionaries, locales, momentText } from "../i18n/index.ts";
import type { AccountScreenProps } from "./account-props.ts";
import { FactorCards } from "./factors.tsx";
import { ButtonForm, Field, Problem } from "./parts.tsx";

export function AccountScreen(props: AccountScreenProps) {
  const { t, account, done, forms } = props;
  return (
    <>
      <h1>{t.account.accountTitle}</h1>
      {done !== null && (
        <p class="good" role="status">
          {done}
        </p>
      )}
      <Problem form={forms.act} />
      {account.needsSecondFactor && !account.hasTotp && props.passkeys.length === 0 && (
        <p class="note">{t.account.needsSecond}</p>
      )}
      <div class="columns">
        <ProfileCard {...props} />
        <PasswordCard {...props} />
        <FactorCards {...props} />
        <DigestCard {...props} />
        <LogInsCard {...props} />
      </div>
    </>
  );
}

/** Zones of the countries that the service knows first; any other name can be typed. */
const zones = [
  "Africa/Abidjan",
  "Africa/Dakar",
  "Africa/Bamako",
  "Africa/Ouagadougou",
  "Africa/Lome",
  "Africa/Porto-Novo",
  "Africa/Niamey",
  "Africa/Bissau",
  "Africa/Accra",
  "Africa/Lagos",
  "Africa/Douala",
  "Europe/Paris",
  "Europe/Lisbon",
  "UTC",
];

function ProfileCard({ t, paths, account, forms }: AccountScreenProps) {
  const { account: words } = t;
  const form = forms.profile;
  const chosen = form.values.locale ?? account.locale;
  return (
    <section class="card" aria-labelledby="profile">
      <h2 id="profile">{words.profile}</h2>
      <p class="quiet">{words.signedInAs(account.email)}</p>
      <Problem form={form} />
      <form method="post" action={`${paths.account}/profile`}>
        <Field
          form={form}
          name="name"
          label={words.name}
          autocomplete="name"
          value={account.name}
          maxlength={100}
        />
        <div>
          <label for="locale">{words.language}</label>
          <select id="locale" name="locale">
            {locales.map((each) => (
              <option key={each} value={each} lang={each} selected={each === chosen}>
                {dictionaries[each].languageName}
              </option>
            ))}
          </select>
        </div>
        <Field
          form={form}
          name="timeZone"
          label={words.timeZone}
          hint={words.timeZoneHint}
          autocomplete="off"
          value={account.timeZone}
          maxlength={64}
          list="zones"
        />
        <datalist id="zones">
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <button type="submit" class="second">
          {t.save}
        </button>
      </form>
    </section>
  );
}

function PasswordCard({ t, paths, account, forms }: AccountScreenProps) {
  const form = forms.password;
  return (
    <section class="card" aria-labelledby="password-title">
      <h2 id="password-title">{account.hasPassword ? t.account.changePassword : t.account.addPassword}</h2>
      <p class="quiet">{account.hasPassword ? t.account.othersEnd : t.account.noPassword}</p>
      <Problem form={form} />
      <form method="post" action={`${paths.account}/password`}>
        <input name="username" type="email" autocomplete="username" value={account.email} readonly hidden />
        {account.hasPassword && (
          <Field
            form={form}
            name="currentPassword"
            type="password"
            label={t.account.currentPassword}
            autocomplete="current-password"
            maxlength={200}
          />
        )}
        <Field
          form={form}
          name="newPassword"
          type="password"
          label={t.links.newPassword}
          hint={t.links.passwordHint}
          autocomplete="new-password"
          maxlength={200}
        />
        <button type="submit" class="second">
          {t.save}
        </button>
      </form>
    </section>
  );
}

function DigestCard({ t, paths, hasDigest }: AccountScreenProps) {
  if (hasDigest === null) return null;
  return (
    <section class="card" aria-labelledby="digest">
      <h2 id="digest">{t.digest.digestTitle}</h2>
      <p>{hasDigest ? t.digest.digestOn : t.digest.digestOff}</p>
      <ButtonForm action={`${paths.account}/digest`} fields={{ on: hasDigest ? "0" : "1" }}>
        {hasDigest ? t.digest.digestStop : t.digest.digestStart}
      </ButtonForm>
    </section>
  );
}

function LogInsCard({ t, locale, paths, account, logIns }: AccountScreenProps) {
  const { logIns: words } = t;
  const moment = (ms: number) => momentText(locale, account.timeZone, ms);
  return (
    <section class="card" aria-labelledby="log-ins">
      <h2 id="log-ins">{words.openLogIns}</h2>
      <ul class="rows">
        {logIns.map(({ id, isCurrent, device, place, countryCode, createdAtMs, lastSeenAtMs }) => (
          <li key={id}>
            <div>
              <p>
                <strong>
                  <bdi>{device ?? words.unknownDevice}</bdi>
                </strong>{" "}
                {isCurrent && <span class="tag">{words.here}</span>}
              </p>
              <p class="quiet">
                {placeText(place, countryCode, locale)}
                <br />
                {words.since(moment(createdAtMs))}
                <br />
                {words.lastSeen(moment(lastSeenAtMs))}
              </p>
            </div>
            {!isCurrent && (
              <ButtonForm
                action={`${paths.account}/log-ins/end`}
                fields={{ id }}
                isSmall
                label={words.endOne(device ?? words.unknownDevice, placeText(place, countryCode, locale))}
              >
                {words.endShort}
              </ButtonForm>
            )}
          </li>
        ))}
      </ul>
      {logIns.length > 1 && (
        <ButtonForm action={`${paths.account}/log-ins/end-others`}>{words.endOthers}</ButtonForm>
      )}
    </section>
  );
}
