import type { Timeline as TimelineData } from "../../ui/api/views.ts";
import { Timeline } from "../../ui/payment/timeline.tsx";
import { useNamesOf } from "./names.ts";

/** A timeline that names the merchant's people and keys. */
export function History({
  timeline,
  moreResults = {},
}: {
  readonly timeline: TimelineData;
  readonly moreResults?: Readonly<Record<string, string>>;
}) {
  const nameOf = useNamesOf(timeline.entries.flatMap(({ actor }) => (actor === null ? [] : [actor])));
  return <Timeline timeline={timeline} nameOf={nameOf} moreResults={moreResults} />;
}
