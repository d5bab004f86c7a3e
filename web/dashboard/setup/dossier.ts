import { useRead } from "../../ui/api/reads.ts";
import type { Dossier, Paper, Wallet } from "../../ui/api/views.ts";
import { useMay } from "../../ui/app/permissions.tsx";
import type { LegalField } from "../../ui/dossier/profile.ts";
import { useTexts } from "../i18n/index.ts";
import { ALL_DOCUMENTS_PATH } from "./paths.ts";

export type Requirement = Dossier["requirements"][number];

/** The merchant may write, and no review is in progress. Pure. */
export const isWritable = ({ status }: Pick<Dossier, "status">): boolean =>
  status === "DRAFT" || status === "INFO_REQUESTED" || status === "REJECTED";

/** Whether the reader may fill in the dossier and send papers. */
export const useMayWrite = (): boolean => useMay()("merchant.profile.manage");

/** What is being written; while nothing is, what is in force. Pure. */
export const written = ({ profile, proposedProfile }: Dossier): Dossier["profile"] =>
  proposedProfile ?? profile;

/** The names of fields and papers, as the merchant's country calls them. */
export function useNames(dossier: Pick<Dossier, "requirements">): (name: string) => string {
  const { dossier: t } = useTexts();
  const general: Readonly<Record<string, string>> = { ...t.fields, ...t.papers };
  return (name) => {
    const key = dossier.requirements.find((one) => one.name === name)?.key;
    return key === undefined ? (general[name] ?? name) : t.requirements[key];
  };
}

/** The currency that a new account begins with: that of the wallets; empty where they have several, or none is known. */
export function useUsualCurrency(): string {
  const wallets = useRead<readonly Wallet[]>("/payments/wallets").data?.data ?? [];
  const [only, ...others] = new Set(wallets.map(({ currency }) => currency));
  return others.length === 0 ? (only ?? "") : "";
}

export const usePapers = () => useRead<readonly Paper[]>(ALL_DOCUMENTS_PATH);

/** What must still be written or sent before the dossier can be submitted. Pure. */
export function missingOf({ requirements, requestedItems }: Dossier): readonly string[] {
  const names = requirements.filter(({ status }) => status === "MISSING").map(({ name }) => name);
  const asked = requestedItems
    .filter(({ documentType, status }) => documentType !== null && status === "OPEN")
    .map(({ documentType }) => documentType as string);
  return [...new Set([...names, ...asked])];
}

export const fieldsOf = ({ requirements }: Dossier): readonly (Requirement & { name: LegalField })[] =>
  requirements.filter((one): one is Requirement & { name: LegalField } => one.kind === "FIELD");
