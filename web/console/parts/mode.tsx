import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { queryOf } from "../../ui/api/request.ts";
import { useAddress } from "../../ui/app/address.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import "../styles/modes.css";
import { modeOf } from "./mode-of.ts";

const modes = ["LIVE", "SANDBOX"] as const satisfies readonly Mode[];

/** The mode of a page that shows one at a time: in the address, live when absent. */
export function useMode(): Mode {
  return modeOf(useAddress().query);
}

/** The two modes as links. The other values of the address belong to one mode and go. */
export function ModeLinks() {
  const { frame } = useUiTexts();
  const { path } = useAddress();
  const shown = useMode();
  return (
    <nav class="modes" aria-label={frame.mode}>
      {modes.map((mode) => (
        <a
          key={mode}
          class="button quiet"
          href={`${path}${queryOf({ mode: mode === "LIVE" ? null : mode })}`}
          aria-current={mode === shown ? "page" : undefined}
        >
          {frame[mode]}
        </a>
      ))}
    </nav>
  );
}
