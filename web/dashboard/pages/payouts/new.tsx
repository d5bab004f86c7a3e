import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { exponentOf } from "../../../../server/src/kit/currency.ts";
import { useRead } from "../../../ui/api/reads.ts";
import { useSubmission } from "../../../ui/api/submission.tsx";
import type { Beneficiary, Payout, Wallet } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { typedAmount } from "../../../ui/format/typed-amount.ts";
import { useAnnounce } from "../../../ui/parts/announcer.tsx";
import { Choice, Field } from "../../../ui/parts/field.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { SubmissionProblem } from "../../../ui/parts/submission-problem.tsx";
import { useTexts } from "../../i18n/index.ts";
import { useActiveBeneficiaries } from "../../parts/active-beneficiaries.ts";
import { destinationText } from "../../parts/destination.ts";
import { usualWallet } from "../../parts/usual-wallet.ts";
import { useRoot } from "../../root.ts";

/** Pays one beneficiary. The address may name whom: `?to=ben_…`. */
export default function NewPayoutPage() {
  const { payouts: t } = useTexts();
  const root = useRoot();
  const wallets = useRead<readonly Wallet[]>("/payments/wallets");
  const beneficiaries = useActiveBeneficiaries();
  return (
    <Page title={t.add} above={<a href={`${root}/payouts`}>{t.all}</a>}>
      <Shown read={wallets}>
        {({ data: own }) => (
          <Shown read={beneficiaries}>
            {({ data }) => <PayoutForm wallets={own} beneficiaries={data} />}
          </Shown>
        )}
      </Shown>
    </Page>
  );
}

interface PayoutFormProps {
  readonly wallets: readonly Wallet[];
  readonly beneficiaries: readonly Beneficiary[];
}

function PayoutForm({ wallets, beneficiaries }: PayoutFormProps) {
  const { payouts: t } = useTexts();
  const { act: words } = useUiTexts();
  const { route } = useLocation();
  const { query } = useAddress();
  const format = useFormat();
  const announce = useAnnounce();
  const root = useRoot();
  const act = useSubmission<Payout>();
  const wanted = beneficiaries.find(({ id }) => id === query.to);
  const first = wallets.find(({ currency }) => currency === wanted?.currency) ?? usualWallet(wallets);
  const [walletId, setWallet] = useState(first?.id ?? "");
  const [to, setTo] = useState(wanted?.id ?? "");
  const [typed, setTyped] = useState("");
  const wallet = wallets.find(({ id }) => id === walletId);
  if (wallet === undefined) return <p>{t.noWallet}</p>;
  const { currency } = wallet;
  const payable = beneficiaries.filter((one) => one.currency === currency);
  const receiver = payable.find(({ id }) => id === to);
  const asText = (minor: bigint) => format.amount(minor.toString(), currency);
  const most = BigInt(wallet.availableMinor);
  const minor = typedAmount(typed, currency);
  const isGood = minor !== null && minor <= most;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isGood || receiver === undefined) return;
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(form.get(name) ?? "").trim() || undefined;
    const answer = await act.send("/payments/payouts", {
      method: "POST",
      body: {
        walletId,
        beneficiaryId: receiver.id,
        amount: minor.toString(),
        reference: text("reference"),
        description: text("description"),
      },
    });
    if (answer === null) return;
    announce(t.made);
    route(`${root}/payouts/${answer.data.id}`);
  };
  return (
    <form class="card" onSubmit={(event) => void submit(event)}>
      <Choice
        label={t.from}
        value={walletId}
        options={wallets.map((one) => [
          one.id,
          `${one.label} · ${t.available} ${format.amount(one.availableMinor, one.currency)}`,
        ])}
        onChange={setWallet}
      />
      {payable.length === 0 ? (
        <p>
          {t.noBeneficiary} <a href={`${root}/beneficiaries`}>{t.toBeneficiaries}</a>
        </p>
      ) : (
        <Choice
          label={t.beneficiary}
          value={to}
          options={[
            ["", t.choose],
            ...payable.map(
              (one) => [one.id, destinationText({ name: one.name, type: one.type, ...one.details })] as const,
            ),
          ]}
          onChange={setTo}
        />
      )}
      {receiver?.payoutsAllowedFrom != null && Date.parse(receiver.payoutsAllowedFrom) > Date.now() && (
        <p class="hint">{t.coolOff(format.moment(receiver.payoutsAllowedFrom))}</p>
      )}
      <Field
        label={t.amount}
        hint={t.amountHint(asText(most))}
        error={typed !== "" && !isGood ? t.badAmount(asText(most)) : null}
      >
        {(attributes) => (
          <input
            {...attributes}
            required
            inputMode={exponentOf(currency) === 0 ? "numeric" : "decimal"}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={t.referenceField}>
        {(attributes) => <input {...attributes} name="reference" maxLength={128} />}
      </Field>
      <Field label={t.descriptionField}>
        {(attributes) => <input {...attributes} name="description" maxLength={255} />}
      </Field>
      <p class="quiet">{t.final}</p>
      <SubmissionProblem act={act} texts={t.refusals} />
      <div class="actions">
        <button type="submit" disabled={!isGood || receiver === undefined || act.isSending}>
          {act.isSending
            ? words.sending
            : act.isUnknown
              ? words.askAgain
              : isGood && receiver !== undefined
                ? t.pay(asText(minor), receiver.name)
                : t.paySome}
        </button>
      </div>
    </form>
  );
}
