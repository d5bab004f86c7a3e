import type { Texts } from "../texts.ts";
import { audit } from "./audit.ts";
import { fees } from "./fees.ts";
import { kyb } from "./kyb.ts";
import { merchants } from "./merchants.ts";
import { nav } from "./nav.ts";
import { now } from "./now.ts";
import { payments } from "./payments.ts";
import { team } from "./team.ts";
import { work } from "./work.ts";

export const en: Texts = { audit, fees, kyb, merchants, nav, now, payments, team, work };
