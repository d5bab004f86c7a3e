import type { Draft, LegalProfile } from "./types.ts";

/** Without accents, capitals and what stands between words. Pure. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/**
 * Whether somebody with this name signs for the merchant or owns part of it, as it stands or as it is proposed: each word asked
 * for begins one of the words of the name, in any order. False when no word is asked for. Pure.
 */
export function hasPerson(
  dossier: { readonly draft: Pick<Draft, "profile"> | null; readonly inForce: LegalProfile | null },
  name: string,
): boolean {
  const asked = wordsOf(name);
  if (asked.length === 0) return false;
  return [dossier.draft?.profile, dossier.inForce]
    .flatMap((profile) => [...(profile?.directors ?? []), ...(profile?.beneficialOwners ?? [])])
    .some(({ fullName }) => {
      const own = wordsOf(fullName);
      return asked.every((word) => own.some((one) => one.startsWith(word)));
    });
}
