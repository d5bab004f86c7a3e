import { describe, expect, it } from "vitest";
import { ApiProblem, NO_ANSWER } from "../api/problem.ts";
import { fr } from "../i18n/fr.ts";
import { proofFault } from "./presence-dialog.tsx";

describe("a password that did not pass", () => {
  it.each([
    ["was wrong", new ApiProblem("INVALID_CREDENTIALS", 401, ""), fr.stepUp.wrong],
    ["reached no service", new ApiProblem(NO_ANSWER, 0, ""), fr.problem.NO_ANSWER],
    ["found a busy service", new ApiProblem("SERVICE_BUSY", 503, ""), fr.problem.fault],
    ["was one of too many", new ApiProblem("RATE_LIMITED", 429, ""), fr.problem.RATE_LIMITED],
  ] as const)("because it %s, is told so", (_why, problem, text) =>
    expect(proofFault(fr, problem)).toBe(text),
  );
});
