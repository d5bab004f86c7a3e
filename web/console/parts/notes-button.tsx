import { useState } from "preact/hooks";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { NoteThread } from "../../ui/notes/later.ts";
import { Dialog } from "../../ui/parts/dialog.tsx";

interface NotesButtonProps {
  readonly subjectId: string;
  /** What the notes are about, read out behind the word on the button. */
  readonly about: string;
}

/** A button in a row that opens its notes, so that it can be handed over in writing where it is taken. */
export function NotesButton({ subjectId, about }: NotesButtonProps) {
  const { notes: t } = useUiTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class="small quiet"
        aria-label={`${t.title} ${about}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t.title}
      </button>
      {isOpen && (
        <Dialog title={t.title} onClose={() => setOpen(false)}>
          <NoteThread subjectId={subjectId} />
        </Dialog>
      )}
    </>
  );
}
