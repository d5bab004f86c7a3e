import "../../developers/developers.css";
import type { UseQueryResult } from "@tanstack/preact-query";
import type { Answer } from "../../../ui/api/request.ts";
import type { ApiKey, Charge, Endpoint, Member, Standing, Wallet } from "../../../ui/api/views.ts";
import { useMerchant } from "../../../ui/app/scope.tsx";
import { Badge } from "../../../ui/parts/badge.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { useReadIn } from "../../developers/read-in.ts";
import { useTexts } from "../../i18n/index.ts";
import { placePath } from "../../place.ts";

/** People with a second factor that live money needs: one proposes, another confirms. */
const PEOPLE_MIN = 2;

type StepName = "payment" | "refund" | "kyb" | "wallet" | "endpoint" | "people" | "key";

interface Step {
  readonly name: StepName;
  /** Null: it is not known, because the reader may not see it or the service did not answer. */
  readonly isDone: boolean | null | undefined;
  /** Where it is done. */
  readonly href: string;
}

/** What an answer says of a step; null when it was refused, undefined while it is on its way. */
function told<Data>(read: UseQueryResult<Answer<Data>>, isDone: (data: Data) => boolean) {
  if (read.data !== undefined) return isDone(read.data.data);
  return read.error === null ? undefined : null;
}

/** What must be there before real money is taken, read from the data. */
export default function GoLivePage() {
  const { goLive: t } = useTexts();
  const { merchantId } = useMerchant();
  const merchant = `/merchant/merchants/${merchantId}`;
  const sandbox = placePath(merchantId, "SANDBOX");
  const live = placePath(merchantId, "LIVE");
  const isAny = (rows: readonly unknown[]) => rows.length > 0;
  const steps: readonly Step[] = [
    {
      name: "payment",
      isDone: told(
        useReadIn<readonly Charge[]>("SANDBOX", "/payments/charges?status=SUCCEEDED&limit=1"),
        isAny,
      ),
      href: `${sandbox}/developers/simulator`,
    },
    {
      name: "refund",
      isDone: told(useReadIn<readonly unknown[]>("SANDBOX", "/payments/refunds?limit=1"), isAny),
      href: `${sandbox}/payments`,
    },
    {
      name: "kyb",
      isDone: told(useReadIn<Standing>("LIVE", merchant), ({ kybStatus }) => kybStatus === "APPROVED"),
      href: `${live}/setup`,
    },
    {
      name: "wallet",
      isDone: told(useReadIn<readonly Wallet[]>("LIVE", "/payments/wallets"), isAny),
      href: `${live}/balance`,
    },
    {
      name: "endpoint",
      isDone: told(useReadIn<readonly Endpoint[]>("LIVE", `${merchant}/webhook-endpoints`), (endpoints) =>
        endpoints.some(({ status, verifiedAt }) => status === "ACTIVE" && verifiedAt !== null),
      ),
      href: `${live}/developers/endpoints`,
    },
    {
      name: "people",
      isDone: told(
        useReadIn<readonly Member[]>("LIVE", `${merchant}/members`),
        (members) =>
          members.filter(({ status, secondFactor }) => status === "ACTIVE" && secondFactor).length >=
          PEOPLE_MIN,
      ),
      href: `${live}/settings/team`,
    },
    {
      name: "key",
      isDone: told(useReadIn<readonly ApiKey[]>("LIVE", `${merchant}/api-keys?status=ACTIVE`), isAny),
      href: `${live}/developers/keys`,
    },
  ];
  const done = steps.filter(({ isDone }) => isDone === true).length;
  return (
    <Page title={t.title}>
      <Card title={t.progress(done, steps.length)}>
        <progress value={done} max={steps.length} aria-label={t.title} />
        <ol class="steps">
          {steps.map(({ name, isDone, href }) => (
            <li key={name}>
              <StepState isDone={isDone} />
              <div>
                <h3>{isDone === true ? t.steps[name] : <a href={href}>{t.steps[name]}</a>}</h3>
                <p class="quiet">{t.texts[name]}</p>
              </div>
            </li>
          ))}
        </ol>
      </Card>
    </Page>
  );
}

function StepState({ isDone }: Pick<Step, "isDone">) {
  const { goLive: t } = useTexts();
  if (isDone === undefined) return <Badge tone="quiet" text="…" />;
  if (isDone === null) return <Badge tone="quiet" text={t.unseen} />;
  return isDone ? <Badge tone="good" text={t.done} /> : <Badge tone="warn" text={t.open} />;
}
