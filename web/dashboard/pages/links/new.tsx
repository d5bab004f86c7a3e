import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useRead } from "../../../ui/api/reads.ts";
import { useSubmission } from "../../../ui/api/submission.tsx";
import type { PaymentLink, Wallet } from "../../../ui/api/views.ts";
import { useReader, useUiTexts } from "../../../ui/app/reader.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { localDate } from "../../../ui/format/local-instant.ts";
import { useAnnounce } from "../../../ui/parts/announcer.tsx";
import { Choice, Field } from "../../../ui/parts/field.tsx";
import { dayStart } from "../../../ui/parts/filters.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { SubmissionProblem } from "../../../ui/parts/submission-problem.tsx";
import { useTexts } from "../../i18n/index.ts";
import { usualWallet } from "../../parts/usual-wallet.ts";
import { useRoot } from "../../root.ts";
import { PriceFields } from "./price-fields.tsx";
import { noPrice, priceBody } from "./typed-price.ts";

/** Makes a link, and shows it. */
export default function NewLinkPage() {
  const { links: t } = useTexts();
  const root = useRoot();
  const wallets = useRead<readonly Wallet[]>("/payments/wallets");
  return (
    <Page title={t.add} above={<a href={`${root}/links`}>{t.all}</a>}>
      <Shown read={wallets}>
        {({ data }) => (data.length === 0 ? <p>{t.noWallet}</p> : <LinkForm wallets={data} />)}
      </Shown>
    </Page>
  );
}

function LinkForm({ wallets }: { readonly wallets: readonly Wallet[] }) {
  const { links: t } = useTexts();
  const { act: words } = useUiTexts();
  const { timeZone } = useReader();
  const { route } = useLocation();
  const format = useFormat();
  const announce = useAnnounce();
  const root = useRoot();
  const act = useSubmission<PaymentLink>();
  const [price, setPrice] = useState(noPrice);
  const [currency, setCurrency] = useState<string>(usualWallet(wallets)?.currency ?? "XOF");
  const currencies = [...new Set(wallets.map((wallet) => wallet.currency))];
  const [uses, setUses] = useState("often");
  const priced = priceBody(price, currency);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (priced === null) return;
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(form.get(name) ?? "").trim() || undefined;
    const most = text("maxUses");
    const until = text("until");
    const answer = await act.send("/payments/links", {
      method: "POST",
      body: {
        ...priced,
        currency,
        title: text("title"),
        description: text("description"),
        reference: text("reference"),
        reusable: uses === "often",
        ...(most === undefined || uses === "once" ? {} : { maxUses: Number(most) }),
        ...(until === undefined ? {} : { expiresAt: dayStart({ until }, "until", timeZone, 1) }),
      },
    });
    if (answer === null) return;
    announce(t.made);
    route(`${root}/links/${answer.data.id}`);
  };
  const shown = priced?.amount == null ? "…" : format.amount(priced.amount, currency);
  const make = { fixed: t.make(shown), open: t.makeOpen, quantity: t.makeEach(shown) }[price.kind];
  return (
    <form class="card" onSubmit={(event) => void submit(event)}>
      <Choice
        label={t.currency}
        value={currency}
        options={currencies.map((one) => [one, one])}
        onChange={setCurrency}
      />
      <PriceFields typed={price} currency={currency} onChange={setPrice} />
      <Field label={t.name} hint={t.nameHint}>
        {(attributes) => <input {...attributes} name="title" maxLength={120} required />}
      </Field>
      <Field label={t.description}>
        {(attributes) => <input {...attributes} name="description" maxLength={255} />}
      </Field>
      <Field label={t.referenceField}>
        {(attributes) => <input {...attributes} name="reference" maxLength={128} />}
      </Field>
      <Choice
        label={t.reuse}
        value={uses}
        options={[
          ["often", t.often],
          ["once", t.once],
        ]}
        onChange={setUses}
      />
      {uses === "often" && (
        <Field label={t.most}>
          {(attributes) => (
            <input {...attributes} name="maxUses" type="number" inputMode="numeric" min={1} max={1_000_000} />
          )}
        </Field>
      )}
      <Field label={t.until}>
        {(attributes) => (
          <input {...attributes} name="until" type="date" min={localDate(Date.now(), timeZone)} />
        )}
      </Field>
      <SubmissionProblem act={act} />
      <div class="actions">
        <button type="submit" disabled={priced === null || act.isSending}>
          {act.isSending ? words.sending : act.isUnknown ? words.askAgain : make}
        </button>
      </div>
    </form>
  );
}
