import { useState } from "preact/hooks";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { CreatedEndpoint, Endpoint } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Choice } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";
import { SecretDialog } from "./secret.tsx";

interface EndpointActsProps {
  readonly path: string;
  readonly endpoint: Endpoint;
}

type EndpointChange = "ping" | "rotate" | "stop" | "start";

/** Test it, give it a new secret, stop it and take it back. */
export function EndpointActs({ path, endpoint }: EndpointActsProps) {
  const { endpoints: t } = useTexts();
  const [open, setOpen] = useState<EndpointChange | null>(null);
  const close = () => setOpen(null);
  const isActive = endpoint.status === "ACTIVE";
  return (
    <>
      {isActive && (
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen("ping")}>
          {t.acts.ping}
        </button>
      )}
      <button type="button" class="quiet" aria-haspopup="dialog" onClick={() => setOpen("rotate")}>
        {t.acts.rotate}
      </button>
      <button
        type="button"
        class="quiet"
        aria-haspopup="dialog"
        onClick={() => setOpen(isActive ? "stop" : "start")}
      >
        {isActive ? t.acts.stop : t.acts.start}
      </button>
      {open === "rotate" && <RotateDialog path={path} onClose={close} />}
      {(open === "ping" || open === "stop" || open === "start") && (
        <PlainDialog act={open} path={path} onClose={close} />
      )}
    </>
  );
}

interface DialogProps {
  readonly path: string;
  readonly onClose: () => void;
}

/** What each act sends. */
const requests = {
  ping: { method: "POST", below: "/ping", body: {} },
  stop: { method: "PATCH", below: "", body: { status: "DISABLED" } },
  start: { method: "PATCH", below: "", body: { status: "ACTIVE" } },
} as const;

function PlainDialog({ act: name, path, onClose }: DialogProps & { readonly act: keyof typeof requests }) {
  const { endpoints: t } = useTexts();
  const { act: words } = useUiTexts();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const act = useSubmission();
  const send = async () => {
    const { method, below, body } = requests[name];
    const answer = await act.send(`${path}${below}`, { method, body });
    if (answer === null) return;
    announce(t.done[name]);
    await readAgain(path);
    onClose();
  };
  return (
    <Dialog title={t.acts[name]} onClose={onClose}>
      <p>{t.texts[name]}</p>
      <SubmissionProblem act={act} texts={t.problems} />
      <div class="actions">
        <button type="button" disabled={act.isSending} onClick={() => void send()}>
          {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.acts[name]}
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          {words.cancel}
        </button>
      </div>
    </Dialog>
  );
}

const overlaps = ["0", "1", "24", "72", "168"] as const;

function RotateDialog({ path, onClose }: DialogProps) {
  const { endpoints: t, keys } = useTexts();
  const { act: words } = useUiTexts();
  const readAgain = useReadAgain();
  const act = useSubmission<CreatedEndpoint>();
  const [overlap, setOverlap] = useState("24");
  const [rotated, setRotated] = useState<CreatedEndpoint | null>(null);
  if (rotated !== null)
    return <SecretDialog title={t.rotated} secret={rotated.secret} text={t.once} onClose={onClose} />;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = { overlapHours: Number(overlap) };
    const answer = await act.send(`${path}/rotate-secret`, { method: "POST", body });
    if (answer === null) return;
    setRotated(answer.data);
    void readAgain(path);
  };
  return (
    <Dialog title={t.acts.rotate} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <p>{t.texts.rotate}</p>
        <Choice
          label={t.overlap}
          value={overlap}
          options={overlaps.map((hours) => [hours, keys.overlaps[hours]])}
          onChange={setOverlap}
        />
        <SubmissionProblem act={act} texts={t.problems} />
        <div class="actions">
          <button type="submit" disabled={act.isSending}>
            {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.acts.rotate}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
