import { expect, it } from "vitest";
import { ApiProblem } from "../api/problem.ts";
import { fr } from "../i18n/fr.ts";
import { problemText } from "./problem.tsx";

it("whose log-in has ended while a form was filled in reads how to go on without losing it", () => {
  const ended = new ApiProblem(
    "Invalid API key",
    401,
    "The API key is missing, malformed, unknown, revoked or expired.",
  );
  expect(problemText(fr, ended)).toBe("Session finie. Connectez-vous dans un autre onglet.");
});
