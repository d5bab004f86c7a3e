import { ApiProblem } from "../../ui/api/problem.ts";
import { Card } from "../../ui/parts/card.tsx";
import { useTexts } from "../i18n/index.ts";

/** Whether money that was read by its id does not wait any more. Pure. */
export const isOver = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === "RESOURCE_NOT_FOUND";

/** Nothing is left to decide: what became of it stands on the page of its payment. */
export function Over({ id, text }: { readonly id: string; readonly text: string }) {
  const { deciding: t } = useTexts();
  return (
    <Card title={t.over}>
      <p>{text}</p>
      <p>
        <a href={`/console/payments/${encodeURIComponent(id)}`}>{t.toPayment}</a>
      </p>
    </Card>
  );
}
