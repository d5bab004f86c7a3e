import type { Locale } from "../../../kit/money.ts";
import type { DocumentType } from "../../onboarding/index.ts";

/** What the papers of a dossier are called, in general: a country may have its own names. The screens say the same. */
export const paperNames: Readonly<Record<Locale, Readonly<Record<DocumentType, string>>>> = {
  fr: {
    REGISTRATION_CERTIFICATE: "Extrait du registre",
    ARTICLES_OF_ASSOCIATION: "Statuts",
    TAX_CERTIFICATE: "Attestation fiscale",
    NATIONAL_IDENTIFICATION: "Identification nationale",
    DIRECTOR_ID: "Pièce d’identité d’un dirigeant",
    OWNERSHIP_DECLARATION: "Déclaration des bénéficiaires",
    PROOF_OF_ADDRESS: "Justificatif d’adresse",
    BANK_STATEMENT: "Relevé bancaire (RIB)",
    OTHER: "Autre pièce",
  },
  en: {
    REGISTRATION_CERTIFICATE: "Extract of the register",
    ARTICLES_OF_ASSOCIATION: "Articles of association",
    TAX_CERTIFICATE: "Tax certificate",
    NATIONAL_IDENTIFICATION: "National identification",
    DIRECTOR_ID: "Identity paper of a director",
    OWNERSHIP_DECLARATION: "Declaration of the owners",
    PROOF_OF_ADDRESS: "Proof of address",
    BANK_STATEMENT: "Bank details (RIB)",
    OTHER: "Another paper",
  },
  pt: {
    REGISTRATION_CERTIFICATE: "Certidão do registo",
    ARTICLES_OF_ASSOCIATION: "Estatutos",
    TAX_CERTIFICATE: "Certidão fiscal",
    NATIONAL_IDENTIFICATION: "Identificação nacional",
    DIRECTOR_ID: "Documento de um dirigente",
    OWNERSHIP_DECLARATION: "Declaração dos beneficiários",
    PROOF_OF_ADDRESS: "Comprovativo de morada",
    BANK_STATEMENT: "Dados bancários (RIB)",
    OTHER: "Outro documento",
  },
};
