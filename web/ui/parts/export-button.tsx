import { useState } from "preact/hooks";
import { queryOf } from "../api/request.ts";
import { useUiTexts } from "../app/reader.tsx";
import { later } from "./later.tsx";

const ExportDialog = later(async () => (await import("./export-dialog.tsx")).ExportDialog);

interface ExportButtonProps {
  /** The list as its `List` has it: path in the API, and what it is asked. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | null | undefined>>;
}

/** Exports what the filters show, all of it. `e` opens it. */
export function ExportButton({ path, query = {} }: ExportButtonProps) {
  const { exporting } = useUiTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-haspopup="dialog"
        aria-keyshortcuts="e"
        onClick={() => setOpen(true)}
      >
        {exporting.open}
      </button>
      {isOpen && <ExportDialog list={`${path}${queryOf(query)}`} onClose={() => setOpen(false)} />}
    </>
  );
}
