import { openAccessWorld } from "./access-world.ts";

/** The one world of the parts of `access.test.ts`: making it takes longer than asking it. */
export const world = await openAccessWorld();
