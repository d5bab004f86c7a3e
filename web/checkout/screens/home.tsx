import type { Messages } from "../i18n/index.ts";

/** What stands at the bare host: whose address this is, what a payer needs instead, and where a merchant goes on. */
export function HomeScreen({
  t,
  service,
  guides,
}: {
  readonly t: Messages;
  readonly service: string;
  readonly guides: string;
}) {
  return (
    <>
      <div class="head">
        <h1>{t.home.heading}</h1>
        <p class="lead">{t.home.lead(service)}</p>
      </div>
      <p>{t.home.payer}</p>
      <p>{t.home.merchant}</p>
      <p class="buttons">
        <a class="button" href="/dashboard">
          {t.home.dashboard}
        </a>
        <a class="button" href={guides}>
          {t.home.documentation}
        </a>
      </p>
    </>
  );
}
