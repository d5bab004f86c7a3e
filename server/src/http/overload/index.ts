export { rankOf, shedPages } from "./door.ts";
export { createOverload, type Overload } from "./overload.ts";
export type { Rank } from "./shedding.ts";
