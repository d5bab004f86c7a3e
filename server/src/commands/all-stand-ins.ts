import { bankFilesDirOf, loadConfig } from "../config.ts";
import { bankTransferStandIn } from "../providers/bank-transfer/stand-in/index.ts";
import { mtnMomoStandIn } from "../providers/mtn-momo/stand-in.ts";
import { sonatelStandIn } from "../providers/orange-sonatel/stand-in.ts";
import { orangeWebpayStandIn } from "../providers/orange-webpay/stand-in.ts";
import { pawapayStandIn } from "../providers/pawapay/stand-in/index.ts";
import { piSpiStandIn } from "../providers/pi-spi/stand-in/index.ts";
import { stripeStandIn } from "../providers/stripe/stand-in.ts";
import { waveStandIn } from "../providers/wave/stand-in.ts";
import type { StandInDefinition } from "../stand-ins/stand-in.ts";

/** Every stand-in, in the order of their ports: add a provider's here. */
export const standIns: readonly StandInDefinition[] = [
  mtnMomoStandIn,
  orangeWebpayStandIn,
  sonatelStandIn,
  waveStandIn,
  pawapayStandIn,
  stripeStandIn,
  // Its files lie where the service of the same settings looks for them.
  bankTransferStandIn(bankFilesDirOf(loadConfig(process.env))),
  piSpiStandIn,
];
