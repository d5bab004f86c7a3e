import { useEffect, useRef, useState } from "preact/hooks";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useUpload } from "../../ui/api/use-upload.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { validityOf } from "../../ui/dossier/validity.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { About } from "../../ui/parts/about.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Field } from "../../ui/parts/field.tsx";
import { problemText } from "../../ui/parts/problem.tsx";
import { Sending } from "../../ui/parts/sending.tsx";
import { useNow } from "../../ui/reports/now.ts";
import { useTexts } from "../i18n/index.ts";
import { fileProblem, refusedFile } from "./file-problem.ts";
import { DOSSIER_PATH, uploadPath } from "./paths.ts";
import { smallerPhoto } from "./photo.ts";

interface PaperUploadProps {
  readonly type: string;
  /** What the paper is called in the merchant's country. */
  readonly name: string;
  /** The reader was led here: the field for files has the focus. */
  readonly isOpen?: boolean;
}

/** Sends a paper: a file, or a photo that the phone takes now. */
export function PaperUpload({ type, name, isOpen = false }: PaperUploadProps) {
  const { setup: t } = useTexts();
  const words = useUiTexts();
  const format = useFormat();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const upload = useUpload<unknown>();
  const chooser = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) chooser.current?.focus();
  }, [isOpen]);
  const [wrong, setWrong] = useState<string | null>(null);
  const [isPreparing, setPreparing] = useState(false);
  const [lastDay, setLastDay] = useState("");
  const hasEnded = validityOf(lastDay === "" ? null : lastDay, useNow()) === "ENDED";
  const isBusy = isPreparing || upload.share !== null;
  const told = async (stored: unknown) => {
    if (stored === null) return;
    announce(t.sentPaper(name));
    setLastDay("");
    await readAgain(DOSSIER_PATH);
  };
  const choose = async (field: HTMLInputElement) => {
    const [chosen] = field.files ?? [];
    // The same file may be chosen once more after a refusal.
    field.value = "";
    if (chosen === undefined) return;
    setPreparing(true);
    const file = await smallerPhoto(chosen).finally(() => setPreparing(false));
    const problem = fileProblem(file, t.fileProblems, format.count);
    setWrong(problem);
    if (problem === null) await told(await upload.send(uploadPath(type, file.type, lastDay), file));
  };
  const refused = upload.problem === null ? null : sayRefusal();
  function sayRefusal(): string | null {
    if (upload.problem === null) return null;
    if (upload.isUnknown) return t.lost;
    const texts: Readonly<Record<string, string>> = t.refusals;
    const ofFile = refusedFile(upload.problem, t.fileProblems);
    return ofFile ?? texts[upload.problem.code] ?? problemText(words, upload.problem);
  }
  const said = wrong ?? refused;
  const input = (text: string, isCamera: boolean) => (
    <label class="button quiet file">
      <About text={text} about={name} />
      <input
        type="file"
        class="hidden"
        {...(isCamera ? {} : { ref: chooser })}
        accept={isCamera ? "image/*" : "application/pdf,image/jpeg,image/png,image/*"}
        {...(isCamera ? { capture: "environment" as const } : {})}
        disabled={isBusy || hasEnded}
        onChange={(event) => void choose(event.currentTarget)}
      />
    </label>
  );
  return (
    <div class="upload">
      <Field label={t.lastDay} hint={t.lastDayHint} error={hasEnded ? t.lastDayPast : null}>
        {(attributes) => (
          <input
            {...attributes}
            type="date"
            value={lastDay}
            onInput={(event) => setLastDay(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="actions">
        {hasCameraAtHand() && input(t.takePhoto, true)}
        {input(t.choosePaper, false)}
      </div>
      {isPreparing && <p class="quiet">{t.preparing}</p>}
      {upload.share !== null && (
        <Sending share={upload.share} name={name} texts={{ sending: t.sendingPaper, reading: t.checking }} />
      )}
      {said !== null && (
        <div class={upload.isUnknown && wrong === null ? "problem is-unknown" : "problem"} role="alert">
          <p>{said}</p>
          {upload.isUnknown && wrong === null && (
            <button type="button" class="small" onClick={() => void upload.again().then(told)}>
              {words.act.askAgain}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** A phone or tablet has a camera at hand; other devices have not. */
const hasCameraAtHand = (): boolean => navigator.maxTouchPoints > 0;
