export const DOSSIER_PATH = "/merchant-owner/onboarding";
const DOCUMENTS_PATH = `${DOSSIER_PATH}/documents`;
/** A dossier holds at most 50. */
export const ALL_DOCUMENTS_PATH = `${DOCUMENTS_PATH}?limit=50`;
export const documentPath = (id: string): string => `${DOCUMENTS_PATH}/${id}`;

/**
 * Where a paper is sent. Its name says nothing of a person, because addresses stand in logs.
 * `expiresOn`: its last valid day; empty: it has none. Pure.
 */
export function uploadPath(type: string, mediaType: string, expiresOn: string): string {
  const name = type.toLowerCase().replaceAll("_", "-");
  const suffix = mediaType === "application/pdf" ? "pdf" : mediaType === "image/png" ? "png" : "jpg";
  const end = expiresOn === "" ? "" : `&expiresOn=${expiresOn}`;
  return `${DOCUMENTS_PATH}?type=${type}&fileName=${name}.${suffix}${end}`;
}
