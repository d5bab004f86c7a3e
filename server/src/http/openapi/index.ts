export { openApiDocuments } from "./document.ts";
export { type DocumentName, documentNames } from "./tags.ts";
export type { DocumentedEvent } from "./webhooks.ts";
