import { openAccessWorld } from "./access-world.ts";

/** One world shared by the parts of `access.test.ts`: making it takes longer than using it. */
export const world = await openAccessWorld();
