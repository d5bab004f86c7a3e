import { describe, expect, it } from "vitest";
import { correctionEvents, nextCorrectionStatus } from "./states.ts";
import { correctionStatuses } from "./types.ts";

describe("a correction is decided once", () => {
  it.each(correctionStatuses)("%s moves where its table leads", (from) => {
    expect(correctionEvents.map((event) => nextCorrectionStatus(from, event))).toEqual(
      from === "PROPOSED" ? ["POSTED", "REJECTED"] : [null, null],
    );
  });
});
