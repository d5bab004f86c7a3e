import type { DocumentType, LegalProfile, SeededDocument } from "../modules/onboarding/index.ts";
import { sandboxMerchant } from "./sandbox-data.ts";

/** The legal identity of the first start's merchant: invented, with an account number whose checks hold. */
export const sandboxProfile: LegalProfile = {
  legalName: sandboxMerchant.legalName,
  legalForm: "SARL",
  registrationNumber: "CI-ABJ-2019-B-12345",
  taxId: "1912345A",
  registeredAddress: {
    line1: "Rue des Jardins, Cocody",
    line2: null,
    city: "Abidjan",
    region: null,
    postalCode: "01 BP 1234",
    countryCode: "CI",
  },
  directors: [{ fullName: "Aminata Koné", dateOfBirth: "1984-05-17", nationality: "CI", role: "Gérante" }],
  beneficialOwners: [
    { fullName: "Aminata Koné", dateOfBirth: "1984-05-17", nationality: "CI", ownershipPercent: 60 },
    { fullName: "Yao N'Guessan", dateOfBirth: "1979-11-02", nationality: "CI", ownershipPercent: 40 },
  ],
  settlementAccount: {
    type: "BANK_ACCOUNT",
    accountHolder: sandboxMerchant.legalName,
    currency: "XOF",
    bankName: "Banque Lagune",
    iban: "CI93CI0080123400001234567820",
    accountNumber: null,
    phone: null,
  },
};

const papers: Readonly<Partial<Record<DocumentType, string>>> = {
  REGISTRATION_CERTIFICATE: "rccm.pdf",
  ARTICLES_OF_ASSOCIATION: "statuts.pdf",
  TAX_CERTIFICATE: "dfe.pdf",
  DIRECTOR_ID: "piece-gerante.pdf",
  OWNERSHIP_DECLARATION: "associes.pdf",
  PROOF_OF_ADDRESS: "facture-cie.pdf",
  BANK_STATEMENT: "rib.pdf",
};

/** One page each, which says what it represents. */
export function sandboxDocuments(): readonly SeededDocument[] {
  return Object.entries(papers).map(([type, fileName]) => ({
    type: type as DocumentType,
    fileName,
    content: onePagePdf(`Sandbox: ${fileName.replace(".pdf", "")}`),
  }));
}

/** A PDF of one line of ASCII text. */
function onePagePdf(text: string): Buffer {
  const stream = `BT /F1 18 Tf 40 100 Td (${text.replaceAll(/[()\\]/g, "")}) Tj ET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${rows}`;
  return Buffer.from(
    `${body}${table}trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
    "latin1",
  );
}
