import type { BankEntry } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { type Column, Table } from "../../ui/parts/table.tsx";
import { useTexts } from "../i18n/index.ts";
import { Ask, type AskField } from "../parts/ask.tsx";

const NOTE_LENGTH_MAX = 1_000;
/** The causes of which the money may belong to no operation at all; other money may be a payer's. */
const bookable: readonly BankEntry["cause"][] = ["NOT_EXPECTED", "ALREADY_SETTLED", "REVERSAL", "RETURNED"];
type Suggestion = NonNullable<BankEntry["suggestions"]>[number];

/** What a waiting entry can become: given to what it belongs to, booked as belonging to nothing, or not ours. */
export function Decide({ entry }: { readonly entry: BankEntry }) {
  const { bank: t } = useTexts();
  const format = useFormat();
  const path = `/tenant/bank-entries/${entry.id}`;
  const amount = format.amount(entry.amount, entry.currency);
  const note: AskField = { name: "note", label: t.note, hint: t.noteHint, lengthMax: NOTE_LENGTH_MAX };
  const who = entry.mode === "LIVE" ? t.takesTwo : t.atOnce;
  return (
    <>
      <Suggestions entry={entry} note={note} />
      <Card title={t.decide}>
        <div class="actions">
          <Ask
            act="assignBankEntry"
            label={t.assign}
            sendLabel={t.assignIt(amount)}
            text={`${entry.direction === "DEBIT" ? t.assignDebitSays : t.assignSays} ${who}`}
            fields={[
              {
                name: "reference",
                label: t.reference,
                hint: t.referenceHint,
                lengthMax: 100,
                refusals: { BANK_ENTRY_NOT_ASSIGNABLE: t.refusals.BANK_ENTRY_NOT_ASSIGNABLE },
              },
              note,
            ]}
            path={`${path}/assign`}
            done={t.wasAssigned}
            proposed={t.proposed}
            refusals={t.refusals}
          />
          {bookable.includes(entry.cause) && (
            <Ask
              act="bookBankEntry"
              label={t.book}
              sendLabel={t.bookIt(amount)}
              text={`${t.bookSays} ${who}`}
              fields={[
                { name: "account", label: t.against, kind: "choice", options: Object.entries(t.againsts) },
                ...(entry.direction === "DEBIT"
                  ? [
                      {
                        name: "bearer",
                        label: t.bearer,
                        kind: "choice",
                        options: Object.entries(t.bearers),
                      } as const,
                    ]
                  : []),
                note,
              ]}
              bodyOf={({ bearer, ...body }) => ({
                ...body,
                ...(bearer === "MERCHANT" ? { fromMerchant: true } : {}),
              })}
              path={`${path}/book`}
              done={t.wasBooked}
              proposed={t.proposed}
              refusals={t.refusals}
              isQuiet
            />
          )}
          <Ask
            act="dismissBankEntry"
            label={t.dismiss}
            text={t.dismissSays(amount)}
            fields={[note]}
            path={`${path}/dismiss`}
            done={t.wasDismissed}
            refusals={t.refusals}
            isQuiet
          />
        </div>
      </Card>
    </>
  );
}

interface SuggestionsProps {
  readonly entry: BankEntry;
  readonly note: AskField;
}

/** The payments that the payer probably meant, or that the bank probably takes back, each with why. */
function Suggestions({ entry, note }: SuggestionsProps) {
  const { bank: t } = useTexts();
  const format = useFormat();
  const suggestions = entry.suggestions ?? [];
  if (suggestions.length === 0) return null;
  const came = format.amount(entry.amount, entry.currency);
  const who = entry.mode === "LIVE" ? t.takesTwo : t.atOnce;
  const columns: readonly Column<Suggestion>[] = [
    {
      head: t.reference,
      cell: ({ reference, chargeId }) => (
        <a href={`/console/payments/${chargeId}`}>
          <code>{reference}</code>
        </a>
      ),
      card: "lead",
    },
    { head: t.expected, cell: ({ amount, currency }) => format.amount(amount, currency), card: "side" },
    { head: t.why, cell: ({ reasons }) => reasons.map((reason) => t.reasons[reason]).join(", ") },
    {
      head: t.decide,
      cell: ({ reference, amount, currency }) => (
        <Ask
          act="assignBankEntry"
          label={t.assignTo(reference)}
          sendLabel={t.assignIt(came)}
          text={`${entry.direction === "DEBIT" ? t.assignDebitSays : t.assignSays} ${t.compared(came, format.amount(amount, currency))} ${who}`}
          fields={[note]}
          bodyOf={(values) => ({ ...values, reference })}
          path={`/tenant/bank-entries/${entry.id}/assign`}
          done={t.wasAssigned}
          proposed={t.proposed}
          refusals={t.refusals}
          isQuiet
        />
      ),
    },
  ];
  return (
    <Card title={entry.direction === "DEBIT" ? t.takenBack : t.meant}>
      <Table caption={t.meant} columns={columns} rows={suggestions} keyOf={({ chargeId }) => chargeId} />
    </Card>
  );
}
