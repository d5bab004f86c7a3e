export { rankOf, shedPages } from "./admission.ts";
export { createOverload, type Overload } from "./overload.ts";
export type { Rank } from "./shedding.ts";
