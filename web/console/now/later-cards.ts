import { later } from "../../ui/app/later.tsx";

/** What shows how things went over time is fetched after what is wrong now. */
export const OperatorTable = later(async () => (await import("./operators.tsx")).OperatorTable);
export const Ages = later(async () => (await import("./ages.tsx")).Ages);
export const CoverageCard = later(async () => (await import("./coverage.tsx")).CoverageCard);
export const LateMoneyCard = later(async () => (await import("./late-money.tsx")).LateMoneyCard);
export const Failing = later(async () => (await import("./failing.tsx")).Failing);
