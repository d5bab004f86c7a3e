/** Both surfaces show dossiers, in the same words. */
export { dossier } from "../../../ui/i18n/fr-dossier.ts";
