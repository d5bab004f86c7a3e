import { useReader, useUiTexts } from "../app/reader.tsx";
import { shortDayText } from "../format/times.ts";
import type { PendingPart } from "./pending-days.ts";

/** What a part of pending money is called: its day, or that it comes later. */
export function usePendingName(): (part: PendingPart, index: number) => string {
  const { reports: t } = useUiTexts();
  const { locale } = useReader();
  return ({ date }, index) => {
    if (date !== null) return t.pendingOn(shortDayText(`${date}T12:00:00Z`, locale, "UTC"));
    return index === 0 ? t.pending : t.pendingLater;
  };
}
