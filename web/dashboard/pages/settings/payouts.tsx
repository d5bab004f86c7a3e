import { useState } from "preact/hooks";
import { useRead, useReadAgain } from "../../../ui/api/reads.ts";
import { useSubmission } from "../../../ui/api/submission.tsx";
import type { Member, OwnApproval, Standing } from "../../../ui/api/views.ts";
import { useMay } from "../../../ui/app/permissions.tsx";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import { useMerchant } from "../../../ui/app/scope.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { amountKeyboard, typedAmount } from "../../../ui/format/typed-amount.ts";
import { useAnnounce } from "../../../ui/parts/announcer.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Field } from "../../../ui/parts/field.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { SubmissionProblem } from "../../../ui/parts/submission-problem.tsx";
import { useTexts } from "../../i18n/index.ts";
import { Approvers } from "../../settings/approvers.tsx";
import "../../settings/settings.css";

/** From which amount payouts need a second person, and who that may be. */
export default function PayoutSettingsPage() {
  const { thresholds: t } = useTexts();
  const { merchantId } = useMerchant();
  const standing = useRead<Standing>(`/merchant/merchants/${merchantId}`);
  const members = useRead<readonly Member[]>(`/merchant/merchants/${merchantId}/members`);
  const nameOf = (id: string) => members.data?.data.find((member) => member.id === id)?.name ?? id;
  return (
    <Page title={t.title}>
      <p>{t.intro}</p>
      <Shown read={standing}>
        {({ data: { wallets } }) =>
          wallets.length === 0 ? (
            <div class="empty">
              <p>{t.noWallet}</p>
            </div>
          ) : (
            wallets.map(({ id, label, currency }) => (
              <Card key={id} title={`${label} · ${currency}`}>
                <Threshold walletId={id} nameOf={nameOf} />
              </Card>
            ))
          )
        }
      </Shown>
      <Card title={t.approvers}>
        <Shown read={members}>{({ data }) => <Approvers members={data} />}</Shown>
      </Card>
    </Page>
  );
}

interface ThresholdProps {
  readonly walletId: string;
  readonly nameOf: (id: string) => string;
}

function Threshold({ walletId, nameOf }: ThresholdProps) {
  const path = `/payments/wallets/${walletId}/payout-approval`;
  const approval = useRead<OwnApproval>(path);
  const mayApprove = useMay()("merchant.payouts.approve");
  return (
    <Shown read={approval}>
      {({ data }) => (
        <>
          <Now approval={data} />
          {data.proposal !== null && (
            <Proposal path={path} approval={data} proposal={data.proposal} nameOf={nameOf} />
          )}
          {/* A saved threshold begins a new form. */}
          {mayApprove && <ThresholdForm key={data.above ?? "none"} path={path} approval={data} />}
        </>
      )}
    </Shown>
  );
}

function Now({ approval: { above, currency } }: { readonly approval: OwnApproval }) {
  const { thresholds: t } = useTexts();
  const format = useFormat();
  const text = above === null ? t.none : above === "0" ? t.every : t.above(format.amount(above, currency));
  return (
    <p>
      {t.now} <strong>{text}</strong>
    </p>
  );
}

function Proposal({
  path,
  approval,
  proposal,
  nameOf,
}: Pick<ThresholdProps, "nameOf"> & {
  readonly path: string;
  readonly approval: OwnApproval;
  readonly proposal: NonNullable<OwnApproval["proposal"]>;
}) {
  const { thresholds: t } = useTexts();
  const format = useFormat();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const act = useSubmission();
  const mayApprove = useMay()("merchant.payouts.approve");
  const send = async (above: string | null) => {
    if ((await act.send(path, { method: "PATCH", body: { above } })) === null) return;
    announce(t.saved);
    await readAgain();
  };
  const amount =
    proposal.above === null ? t.choiceNone : t.above(format.amount(proposal.above, approval.currency));
  return (
    <section class="note">
      <h3>{t.proposal}</h3>
      <p>
        <strong>{amount}</strong>
      </p>
      <p class="quiet">{t.proposalBy(nameOf(proposal.proposedBy), format.moment(proposal.expiresAt))}</p>
      <SubmissionProblem act={act} texts={{ FOUR_EYES_REQUIRED: t.FOUR_EYES_REQUIRED }} />
      {mayApprove && (
        <div class="actions">
          <button type="button" disabled={act.isSending} onClick={() => void send(proposal.above)}>
            {t.confirm}
          </button>
          <button
            type="button"
            class="quiet"
            disabled={act.isSending}
            onClick={() => void send(approval.above)}
          >
            {t.withdraw}
          </button>
        </div>
      )}
    </section>
  );
}

type Choice = "every" | "above" | "none";

function ThresholdForm({ path, approval }: { readonly path: string; readonly approval: OwnApproval }) {
  const { thresholds: t } = useTexts();
  const { act: words } = useUiTexts();
  const format = useFormat();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const act = useSubmission<OwnApproval>();
  const { above, currency, mode } = approval;
  const [choice, setChoice] = useState<Choice>(above === null ? "none" : above === "0" ? "every" : "above");
  const [typed, setTyped] = useState("");
  const minor = typedAmount(typed, currency);
  const wanted = choice === "none" ? null : choice === "every" ? "0" : (minor?.toString() ?? null);
  const isGood = (choice !== "above" || minor !== null) && wanted !== above;
  const label =
    choice === "none"
      ? t.saveNone
      : choice === "every"
        ? t.saveEvery
        : t.saveAbove(minor === null ? "…" : format.amount(minor.toString(), currency));
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isGood) return;
    const answer = await act.send(path, { method: "PATCH", body: { above: wanted } });
    if (answer === null) return;
    announce(answer.data.proposal === null ? t.saved : t.proposed);
    await readAgain();
  };
  const choices: readonly (readonly [Choice, string])[] = [
    ["every", t.choiceEvery],
    ["above", t.choiceAbove],
    ["none", t.choiceNone],
  ];
  return (
    <form onSubmit={(event) => void submit(event)}>
      <fieldset>
        <legend>{t.choice}</legend>
        {choices.map(([value, text]) => (
          <label key={value}>
            <input
              type="radio"
              name={`choice-${approval.walletId}`}
              checked={choice === value}
              onChange={() => setChoice(value)}
            />{" "}
            {text}
          </label>
        ))}
      </fieldset>
      {choice === "above" && (
        <Field
          label={`${t.amount} (${currency})`}
          error={typed !== "" && minor === null ? t.badAmount : null}
        >
          {(attributes) => (
            <input
              {...attributes}
              inputMode={amountKeyboard(currency)}
              value={typed}
              required
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      {mode === "LIVE" && <p class="quiet">{t.takesTwo}</p>}
      <SubmissionProblem act={act} texts={{ FOUR_EYES_REQUIRED: t.FOUR_EYES_REQUIRED }} />
      <div class="actions">
        <button type="submit" disabled={!isGood || act.isSending}>
          {act.isSending ? words.sending : act.isUnknown ? words.askAgain : label}
        </button>
      </div>
    </form>
  );
}
