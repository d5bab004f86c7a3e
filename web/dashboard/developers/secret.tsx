import { CopyButton } from "../../ui/parts/copy.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { useTexts } from "../i18n/index.ts";

interface SecretDialogProps {
  readonly title: string;
  /** Null: the answer came a second time, after the hour in which it is shown. */
  readonly secret: string | null;
  readonly text: string;
  readonly onClose: () => void;
}

/** A secret that is shown once. It is in no address and in nothing that is remembered. */
export function SecretDialog({ title, secret, text, onClose }: SecretDialogProps) {
  const { keys: t } = useTexts();
  return (
    <Dialog title={title} onClose={onClose}>
      {secret === null ? (
        <p>{t.secretGone}</p>
      ) : (
        <>
          <p>{text}</p>
          <p class="secret">
            <code>{secret}</code>
          </p>
        </>
      )}
      <div class="actions">
        {secret !== null && <CopyButton text={secret} label={t.copySecret} />}
        <button type="button" onClick={onClose}>
          {t.secretKept}
        </button>
      </div>
    </Dialog>
  );
}
