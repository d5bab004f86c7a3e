import { afterAll } from "vitest";
import { world } from "./access-shared.ts";
// The parts, in this order; ids within bodies and queries are in `access-references.deep.test.ts`.
import "./access-keys.ts";
import "./access-people.ts";
import "./access-operators.ts";
import "./access-objects.ts";

/** A1 and A2: who may do what, and that nothing leaks about others, for every documented operation. */
afterAll(world.close);
