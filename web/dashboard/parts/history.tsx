import type { Timeline as TimelineData } from "../../ui/api/views.ts";
import { Timeline } from "../../ui/payment/timeline.tsx";
import { useNamesOf } from "./names.ts";

/** A timeline that names the merchant's people and keys. */
export function History({ timeline }: { readonly timeline: TimelineData }) {
  const nameOf = useNamesOf(timeline.entries.flatMap(({ actor }) => (actor === null ? [] : [actor])));
  return <Timeline timeline={timeline} nameOf={nameOf} />;
}
