import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useRead } from "../../../../ui/api/reads.ts";
import { useSubmission } from "../../../../ui/api/submission.tsx";
import type { Beneficiary, PayoutBatch, Wallet } from "../../../../ui/api/views.ts";
import { useReader, useUiTexts } from "../../../../ui/app/reader.tsx";
import { useFormat } from "../../../../ui/format/index.tsx";
import { useAnnounce } from "../../../../ui/parts/announcer.tsx";
import { Choice, Field } from "../../../../ui/parts/field.tsx";
import { Page } from "../../../../ui/parts/page.tsx";
import { saveFile } from "../../../../ui/parts/save-file.ts";
import { Shown } from "../../../../ui/parts/shown.tsx";
import { SubmissionProblem } from "../../../../ui/parts/submission-problem.tsx";
import { Table } from "../../../../ui/parts/table.tsx";
import { type BatchFault, batchColumns, readBatchFile } from "../../../batch-file/read-batch-file.ts";
import { csvText } from "../../../batch-file/write-csv.ts";
import { useTexts } from "../../../i18n/index.ts";
import { useActiveBeneficiaries } from "../../../parts/active-beneficiaries.ts";
import { usualWallet } from "../../../parts/usual-wallet.ts";
import { useRoot } from "../../../root.ts";

/** Reads a file of payouts, shows every error before anything is sent, and sends it. */
export default function NewBatchPage() {
  const { batches: t } = useTexts();
  const root = useRoot();
  const wallets = useRead<readonly Wallet[]>("/payments/wallets");
  const beneficiaries = useActiveBeneficiaries();
  return (
    <Page title={t.add} above={<a href={`${root}/payouts/batches`}>{t.all}</a>}>
      <Shown read={wallets}>
        {({ data: own }) => (
          <Shown read={beneficiaries}>{({ data }) => <BatchForm wallets={own} beneficiaries={data} />}</Shown>
        )}
      </Shown>
    </Page>
  );
}

interface BatchFormProps {
  readonly wallets: readonly Wallet[];
  readonly beneficiaries: readonly Beneficiary[];
}

function BatchForm({ wallets, beneficiaries }: BatchFormProps) {
  const { batches: t, payouts } = useTexts();
  const { act: words } = useUiTexts();
  const { locale } = useReader();
  const { route } = useLocation();
  const format = useFormat();
  const announce = useAnnounce();
  const root = useRoot();
  const act = useSubmission<PayoutBatch>();
  const [walletId, setWallet] = useState(usualWallet(wallets)?.id ?? "");
  const [text, setText] = useState<string | null>(null);
  const wallet = wallets.find(({ id }) => id === walletId);
  if (wallet === undefined) return <p>{payouts.noWallet}</p>;
  const { currency } = wallet;
  const file = text === null ? null : readBatchFile(text, currency, beneficiaries);
  const rows = file?.rows ?? [];
  const total = rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const shown = format.amount(total.toString(), currency);
  const isGood = file !== null && file.faults.length === 0 && rows.length > 0;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isGood) return;
    const reference = String(
      new FormData(event.currentTarget as HTMLFormElement).get("reference") ?? "",
    ).trim();
    const body = { walletId, rows, ...(reference === "" ? {} : { reference }) };
    const answer = await act.send("/payments/payouts/batches", { method: "POST", body });
    if (answer === null) return;
    announce(t.made);
    route(`${root}/payouts/batches/${answer.data.id}`);
  };
  const saveTemplate = () => {
    const example = beneficiaries.find((one) => one.currency === currency)?.id ?? "ben_…";
    const lines = [batchColumns, [example, "5000", "", ""]];
    saveFile(new Blob([csvText(lines, locale)], { type: "text/csv" }), "payouts.csv");
  };
  return (
    <form class="card" onSubmit={(event) => void submit(event)}>
      <Choice
        label={t.wallet}
        value={walletId}
        options={wallets.map((one) => [
          one.id,
          `${one.label} · ${payouts.available} ${format.amount(one.availableMinor, one.currency)}`,
        ])}
        onChange={setWallet}
      />
      <Field label={t.file} hint={t.fileHint}>
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            accept=".csv,text/csv"
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? [];
              void chosen?.text().then(setText);
            }}
          />
        )}
      </Field>
      <div class="actions">
        <button type="button" class="quiet" onClick={saveTemplate}>
          {t.template}
        </button>
      </div>
      {file !== null && file.faults.length > 0 && <Faults faults={file.faults} />}
      {isGood && (
        <p role="status">
          <strong>{t.ready(rows.length, shown)}</strong>
        </p>
      )}
      {total > BigInt(wallet.availableMinor) && (
        <p class="hint">{t.notEnough(format.amount(wallet.availableMinor, currency))}</p>
      )}
      <Field label={t.reference}>
        {(attributes) => <input {...attributes} name="reference" maxLength={128} />}
      </Field>
      <p class="quiet">{t.final}</p>
      <SubmissionProblem act={act} texts={payouts.refusals} />
      <div class="actions">
        <button type="submit" disabled={!isGood || act.isSending}>
          {act.isSending
            ? words.sending
            : act.isUnknown
              ? words.askAgain
              : isGood
                ? t.send(rows.length, shown)
                : t.sendNothing}
        </button>
      </div>
    </form>
  );
}

function Faults({ faults }: { readonly faults: readonly BatchFault[] }) {
  const { batches: t } = useTexts();
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{t.errors(faults.length)}</strong>
      </p>
      <Table<BatchFault>
        caption={t.errors(faults.length)}
        rows={faults.slice(0, FAULTS_SHOWN)}
        keyOf={({ row, column }) => `${row} ${column}`}
        columns={[
          { head: t.row, cell: ({ row }) => `${t.row} ${row}`, card: "lead" },
          { head: t.column, cell: ({ column }) => <code>{column}</code>, card: "side" },
          { head: t.problem, cell: ({ kind }) => t.faults[kind] },
        ]}
      />
    </div>
  );
}

/** A file with more errors has the same one in each row. */
const FAULTS_SHOWN = 100;
