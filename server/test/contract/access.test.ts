import { afterAll } from "vitest";
import { world } from "./access-shared.ts";
// The parts, in this order; the last one makes objects of its own.
import "./access-keys.ts";
import "./access-operators.ts";
import "./access-objects.ts";
import "./access-references.ts";

/** A1 and A2: who may do what, and what nobody learns about others, over every operation that is documented. */
afterAll(world.close);
