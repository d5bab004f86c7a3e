import { useState } from "preact/hooks";
import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import type { FeeSchedule } from "../../ui/api/views.ts";
import { ChooseWay } from "./choose-way.tsx";
import { type PricedWay, Propose } from "./propose.tsx";

interface PriceFormProps {
  readonly mode: Mode;
  /** The price to change; null: a first price, of what is chosen before. */
  readonly schedule: FeeSchedule | null;
  /** What has a price already. */
  readonly priced: readonly FeeSchedule[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Changes a price, or asks what has none yet and sets its first. */
export function PriceForm({ mode, schedule, priced, onClose, onDone }: PriceFormProps) {
  const [way, setWay] = useState<PricedWay | null>(schedule);
  return way === null ? (
    <ChooseWay mode={mode} priced={priced} onChosen={setWay} onClose={onClose} />
  ) : (
    <Propose way={way} schedule={schedule} onClose={onClose} onDone={onDone} />
  );
}
