import { afterAll } from "vitest";
import { world } from "./access-shared.ts";
import "./access-references.ts";

/** A2 for ids within bodies and queries: each field with the ids of others, which takes as long as all other parts. */
afterAll(world.close);
