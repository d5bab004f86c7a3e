import { useState } from "preact/hooks";
import type { WorkItem } from "../../ui/api/views.ts";
import { useMay } from "../../ui/app/permissions.tsx";
import { later } from "../../ui/parts/later.tsx";
import { mayTake } from "../acts/permissions.ts";
import { useTexts } from "../i18n/index.ts";

const Assign = later(async () => (await import("./assign.tsx")).Assign);

interface AssignButtonProps extends Pick<WorkItem, "id" | "kind" | "takenBy"> {
  /** Read out after the label, where several such buttons stand on a page. */
  readonly about?: string;
}

/** Opens the form that gives a row to a colleague; nothing for a reader who may only see the row. */
export function AssignButton({ id, kind, takenBy, about }: AssignButtonProps) {
  const { holding: t } = useTexts();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!mayTake(kind, may)) return null;
  return (
    <>
      <button
        type="button"
        class="small quiet"
        aria-label={about === undefined ? undefined : `${t.assign} ${about}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t.assign}
      </button>
      {isOpen && <Assign id={id} holderId={takenBy?.id ?? null} onClose={() => setOpen(false)} />}
    </>
  );
}
