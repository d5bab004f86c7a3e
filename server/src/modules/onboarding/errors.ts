import { defineErrors } from "../../kit/errors.ts";

export const onboardingErrors = defineErrors({
  KYB_USE_PROFILE_ENDPOINT: {
    status: 400,
    message:
      "The dossier is approved or under review. Change an approved one by profile/operational or profile/material-change.",
  },
  KYB_SUPPLEMENTAL_DOCS_REQUIRED: {
    status: 400,
    message: "Documents are missing: see details.documents.",
  },
  KYB_DOCUMENT_LOCKED: {
    status: 409,
    message: "Documents of a dossier that is under review or was approved can be neither added nor deleted.",
  },
  KYB_DOCUMENT_LIMIT_REACHED: {
    status: 409,
    message: "The dossier holds as many documents as it can. Delete those that are not needed.",
  },
  KYB_DOCUMENT_DECIDED: {
    status: 409,
    message: "The document was accepted or refused before. A new document can be sent in its place.",
  },
  KYB_DECISION_CONFLICT: {
    status: 409,
    message: "The dossier has another open decision, or none: see details.",
  },
});
