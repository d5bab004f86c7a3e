import type { WorkItem } from "../../ui/api/views.ts";
import { useTexts } from "../i18n/index.ts";
import { AssignButton } from "./assign-button.tsx";

interface HolderProps extends Pick<WorkItem, "id" | "takenBy"> {
  readonly about: string;
}

/** Who looks after one difference, and the way to give it to a colleague. */
export function DifferenceHolder({ id, takenBy, about }: HolderProps) {
  const { holding: t } = useTexts();
  return (
    <p class="actions">
      {takenBy !== null && (
        <span>
          {t.who} <strong>{takenBy.name}</strong>
        </span>
      )}
      <AssignButton id={`DIFFERENCE:${id}`} kind="DIFFERENCE" takenBy={takenBy} about={about} />
    </p>
  );
}
