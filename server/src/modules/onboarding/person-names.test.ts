import { expect, it } from "vitest";
import { hasPerson } from "./person-names.ts";
import { emptyProfile } from "./rules.ts";

const born = { dateOfBirth: "1984-05-17", nationality: "CI" } as const;
const inForce = {
  ...emptyProfile,
  directors: [{ fullName: "Aminata Koné-Diallo", role: null, ...born }],
};
const draft = {
  profile: {
    ...emptyProfile,
    beneficialOwners: [{ fullName: "Yao N’Guessan", ownershipPercent: 40, ...born }],
  },
};

it.each([
  ["Aminata Koné", true],
  ["kone AMINATA", true],
  ["diallo", true],
  ["aminata k", true],
  ["yao nguessan", false],
  ["n'guessan", true],
  ["Aminata N'Guessan", false],
  ["minata", false],
  ["", false],
  [" - ", false],
])("%s is found: %s", (name, expected) => {
  expect(hasPerson({ draft, inForce }, name)).toBe(expected);
});

it("a dossier without people has nobody", () => {
  expect(hasPerson({ draft: null, inForce: null }, "Aminata")).toBe(false);
});
