import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useRead } from "../../ui/api/reads.ts";
import { queryOf } from "../../ui/api/request.ts";
import type { QueueAges } from "../../ui/api/views.ts";
import { Sparkline } from "../../ui/charts/sparkline.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { useTexts } from "../i18n/index.ts";

interface AgesProps {
  readonly mode: Mode;
  readonly queue: "webhooks" | "background" | "work";
}

/** How long the oldest of a queue waited in the last two days; nothing before two readings are there. */
export function Ages({ mode, queue }: AgesProps) {
  const { queues: t } = useTexts();
  const format = useFormat();
  const { data } = useRead<QueueAges>(`/tenant/queue-ages${queryOf({ mode })}`);
  const ages = data?.data[queue] ?? [];
  const known = ages.filter((age) => age !== null);
  if (known.length < 2) return null;
  const longest = Math.max(...known);
  return (
    <div class="quiet">
      <Sparkline values={ages} />
      {longest === 0 ? t.neverWaited : t.waitedAtMost(format.length(longest * 1_000))}
    </div>
  );
}
