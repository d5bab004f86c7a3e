import "../../developers/developers.css";
import { useRead, useReadAgain } from "../../../ui/api/reads.ts";
import { useSubmission } from "../../../ui/api/submission.tsx";
import type { DeliveryDetail } from "../../../ui/api/views.ts";
import { useMay } from "../../../ui/app/permissions.tsx";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import { useMerchant } from "../../../ui/app/scope.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { useAnnounce } from "../../../ui/parts/announcer.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { SubmissionProblem } from "../../../ui/parts/submission-problem.tsx";
import { Answered } from "../../developers/answered.tsx";
import { Code } from "../../developers/code.tsx";
import { DeliveryState } from "../../developers/deliveries.tsx";
import { Verify } from "../../developers/verify.tsx";
import { useTexts } from "../../i18n/index.ts";
import { useRoot } from "../../root.ts";

/** One delivery: what was sent, how each try was answered, and how to check its signature. */
export default function DeliveryPage({ params: { id = "", deliveryId = "" } }: PageProps) {
  const { endpoints: t } = useTexts();
  const { merchantId } = useMerchant();
  const may = useMay();
  const root = useRoot();
  const format = useFormat();
  const endpoint = `/merchant/merchants/${merchantId}/webhook-endpoints/${encodeURIComponent(id)}`;
  const path = `${endpoint}/deliveries/${encodeURIComponent(deliveryId)}`;
  const read = useRead<DeliveryDetail>(path);
  return (
    <Page
      title={read.data?.data.eventType ?? t.delivery}
      above={<a href={`${root}/developers/endpoints/${id}`}>{t.one}</a>}
      tools={may("merchant.webhooks.manage") && <Resend path={path} endpoint={endpoint} />}
    >
      <Shown read={read}>
        {({ data }) => (
          <>
            <Card title={t.delivery} tools={<DeliveryState status={data.status} />}>
              <Facts
                facts={[
                  [
                    t.event,
                    <a key="event" href={`${root}/developers/events/${data.eventId}`}>
                      {data.eventId}
                    </a>,
                  ],
                  [t.sequence, String(data.sequence)],
                  [t.tries, t.tried(data.attemptCount)],
                  [
                    t.nextTry,
                    data.heldUntilVerified
                      ? t.held
                      : data.nextAttemptAt === null
                        ? null
                        : format.moment(data.nextAttemptAt),
                  ],
                ]}
              />
            </Card>
            <Card title={t.tries}>
              {data.attempts.length === 0 && <p>{t.notTried}</p>}
              <ol class="attempts">
                {data.attempts.map((attempt) => (
                  <li key={attempt.attemptNumber}>
                    <p>
                      <strong>
                        <Answered statusCode={attempt.statusCode} error={attempt.error} />
                      </strong>{" "}
                      <span class="quiet">
                        {format.moment(attempt.startedAt)} · {format.length(attempt.durationMs)}
                      </span>
                    </p>
                    {attempt.responseExcerpt !== null && attempt.responseExcerpt !== "" && (
                      <Code text={attempt.responseExcerpt} label={`${t.answer} ${attempt.attemptNumber}`} />
                    )}
                  </li>
                ))}
              </ol>
            </Card>
            <Card title={t.request}>
              <Code
                label={t.headers}
                text={Object.entries({ ...data.request.headers, ...data.attempts.at(-1)?.headers })
                  .map(([name, value]) => `${name}: ${value}`)
                  .join("\n")}
              />
              {data.request.body === null ? (
                <p>{t.noBody}</p>
              ) : (
                <Code text={data.request.body} label={t.body} />
              )}
            </Card>
            <Verify delivery={data} />
          </>
        )}
      </Shown>
    </Page>
  );
}

function Resend({ path, endpoint }: { readonly path: string; readonly endpoint: string }) {
  const { endpoints: t } = useTexts();
  const { act: words } = useUiTexts();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const act = useSubmission();
  const send = async () => {
    const answer = await act.send(`${path}/resend`, { method: "POST", body: {} });
    if (answer === null) return;
    announce(t.resent);
    await readAgain(endpoint);
  };
  return (
    <>
      <button type="button" disabled={act.isSending} onClick={() => void send()}>
        {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.resend}
      </button>
      <SubmissionProblem act={act} texts={t.problems} />
    </>
  );
}
