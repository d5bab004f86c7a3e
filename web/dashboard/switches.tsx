import { useLocation } from "preact-iso";
import type { Mode } from "../../server/src/kit/payment-terms.ts";
import type { OwnMerchant } from "../ui/app/boot.ts";
import { useElementId } from "../ui/app/element-id.ts";
import { useUiTexts } from "../ui/app/reader.tsx";
import { placePath } from "./place.ts";

interface SwitchesProps {
  readonly merchants: readonly OwnMerchant[];
  readonly merchant: OwnMerchant;
  readonly mode: Mode;
}

/** Chooses merchant and mode. A page shows one of each, so the choice leads to the other's home. */
export function Switches({ merchants, merchant, mode }: SwitchesProps) {
  const { frame } = useUiTexts();
  const { route } = useLocation();
  const id = useElementId();
  const go = (merchantId: string, chosen: Mode) => {
    const modes = merchants.find((one) => one.id === merchantId)?.modes.map((one) => one.mode) ?? [];
    route(placePath(merchantId, modes.includes(chosen) ? chosen : (modes[0] ?? chosen)));
  };
  return (
    <>
      {merchants.length > 1 && (
        <>
          <label class="hidden" for={`${id}-merchant`}>
            {frame.merchant}
          </label>
          <select
            id={`${id}-merchant`}
            value={merchant.id}
            onChange={(event) => go(event.currentTarget.value, mode)}
          >
            {merchants.map((one) => (
              <option key={one.id} value={one.id} selected={one.id === merchant.id}>
                {one.displayName}
              </option>
            ))}
          </select>
        </>
      )}
      {merchant.modes.length > 1 && (
        <>
          <label class="hidden" for={`${id}-mode`}>
            {frame.mode}
          </label>
          <select
            id={`${id}-mode`}
            value={mode}
            onChange={(event) => go(merchant.id, event.currentTarget.value === "LIVE" ? "LIVE" : "SANDBOX")}
          >
            {merchant.modes.map(({ mode: one }) => (
              <option key={one} value={one} selected={one === mode}>
                {frame[one]}
              </option>
            ))}
          </select>
        </>
      )}
    </>
  );
}
