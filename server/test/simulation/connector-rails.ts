import { mtnMomoStandIn } from "../../src/providers/mtn-momo/stand-in.ts";
import { pawapayStandIn } from "../../src/providers/pawapay/stand-in/index.ts";
import { waveStandIn } from "../../src/providers/wave/stand-in.ts";
import type { StandInDefinition } from "../../src/stand-ins/stand-in.ts";

/** One of the three: how its payers pay, and by what its book knows our payment. */
export interface Rail {
  readonly definition: StandInDefinition;
  readonly operator: string;
  /** Endings of phone numbers, or of amounts, that make the stand-in behave; the first is plain success. */
  readonly endings: readonly string[];
  readonly wish: "phone" | "amount";
  readonly phonePrefix: string;
  /** Endings of the numbers that are paid out to. */
  readonly paidEndings: readonly string[];
  readonly namedBy: "ownId" | "reference";
}
export const rails: readonly Rail[] = [
  {
    definition: mtnMomoStandIn,
    operator: "MTN",
    endings: ["789", "470", "453", "454", "469", "482", "486"],
    wish: "phone",
    phonePrefix: "+22505",
    paidEndings: ["789", "450"],
    namedBy: "ownId",
  },
  {
    definition: pawapayStandIn,
    operator: "ORANGE",
    endings: ["890", "030", "130"],
    wish: "phone",
    phonePrefix: "+22507",
    paidEndings: ["890"],
    namedBy: "ownId",
  },
  {
    definition: waveStandIn,
    operator: "WAVE",
    endings: ["000", "049", "129"],
    wish: "amount",
    phonePrefix: "+22501",
    paidEndings: ["789", "069"],
    namedBy: "reference",
  },
];
