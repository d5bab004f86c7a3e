import { useState } from "preact/hooks";
import { operatorCodes, operatorCountries } from "../../../server/src/kit/operators.ts";
import { type Mode, type PaymentMethod, paymentMethods } from "../../../server/src/kit/payment-terms.ts";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import { useReader, useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { instantOfLocal } from "../../ui/format/local-instant.ts";
import { operatorName } from "../../ui/format/operators.ts";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Choice, Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem, useRefusalOf } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";
import type { OutageWay } from "./declare-path.ts";
import { Hits } from "./hits.tsx";

const REASON_LENGTH_MAX = 500;

interface DeclareProps {
  readonly mode: Mode;
  /** What the form begins with. */
  readonly first: OutageWay;
  readonly onClose: () => void;
}

/** Closes a way to pay, or calls it disturbed: now or later, until somebody ends it or until an hour that is set. */
export function Declare({ mode, first, onClose }: DeclareProps) {
  const { outages: t, now } = useTexts();
  const { act: words, frame, methods, payment } = useUiTexts();
  const { timeZone } = useReader();
  const format = useFormat();
  const act = useSubmission();
  const refusalOf = useRefusalOf(act);
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const [method, setMethod] = useState<PaymentMethod>(first.method);
  const [operator, setOperator] = useState(first.operator);
  const [country, setCountry] = useState(first.country);
  const [status, setStatus] = useState("CLOSED");
  const [reason, setReason] = useState("");
  const [times, setTimes] = useState({ startsAt: "", endsAt: "" });
  const isMobile = method === "MOBILE_MONEY";
  const way = {
    method,
    ...(isMobile && operator !== "" ? { operator } : {}),
    ...(country === "" ? {} : { country }),
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const startsAt = instantOfLocal(times.startsAt, timeZone);
    const endsAt = instantOfLocal(times.endsAt, timeZone);
    const body = {
      mode,
      ...way,
      status,
      reason: reason.trim(),
      ...(startsAt === null ? {} : { startsAt }),
      ...(endsAt === null ? {} : { endsAt }),
    };
    if ((await act.send("/tenant/outages", { method: "POST", body })) === null) return;
    announce(t.declared);
    onClose();
    await readAgain("/tenant/outages");
  };
  return (
    <Dialog title={t.declare} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <p class="quiet">{frame[mode]}</p>
        <Choice
          label={payment.method}
          value={method}
          options={paymentMethods.map((one) => [one, methods[one]])}
          onChange={(chosen) => setMethod(chosen as PaymentMethod)}
        />
        {isMobile && (
          <Choice
            label={payment.operator}
            value={operator}
            options={[["", t.every], ...operatorCodes.map((code) => [code, operatorName(code)] as const)]}
            onChange={setOperator}
          />
        )}
        <Choice
          label={t.country}
          value={country}
          options={[
            ["", t.everyCountry],
            ...operatorCountries.map(({ countryCode: code }) => [code, format.country(code)] as const),
          ]}
          onChange={setCountry}
        />
        <Choice
          label={t.state}
          value={status}
          options={Object.entries(now.outageStates)}
          hint={status === "CLOSED" ? t.closedMeans : t.degradedMeans}
          onChange={setStatus}
        />
        <Field label={t.reason} hint={t.reasonHint} error={refusalOf("reason")}>
          {(attributes) => (
            <input
              {...attributes}
              required
              maxLength={REASON_LENGTH_MAX}
              autocomplete="off"
              value={reason}
              onInput={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
        {(["startsAt", "endsAt"] as const).map((name) => (
          <Field key={name} label={t[name]} hint={timeZone} error={refusalOf(name) && t.badTimes[name]}>
            {(attributes) => (
              <input
                {...attributes}
                type="datetime-local"
                value={times[name]}
                onInput={(event) => setTimes({ ...times, [name]: event.currentTarget.value })}
              />
            )}
          </Field>
        ))}
        <Hits mode={mode} way={way} />
        <SubmissionProblem act={act} withoutFields />
        <div class="actions">
          <button type="submit" disabled={act.isSending}>
            {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.declareIt}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
