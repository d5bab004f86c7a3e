import { expect, it } from "vitest";
import { nextDecisionStatus } from "./states.ts";
import { decisionStatuses } from "./types.ts";

it.each(decisionStatuses)("a decision ends once: from %s", (from) => {
  expect((["confirm", "reject"] as const).map((event) => nextDecisionStatus(from, event))).toEqual(
    from === "PROPOSED" ? ["DONE", "REJECTED"] : [null, null],
  );
});
