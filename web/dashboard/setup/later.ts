import { later } from "../../ui/parts/later.tsx";

/** Few dossiers have a change under review. */
export const ProposedChange = later(async () => (await import("./proposed.tsx")).ProposedChange);

/** The forms of a dossier come with the first one that is opened: most readers of a dossier write nothing. */
export const PaperUpload = later(async () => (await import("./paper-upload.tsx")).PaperUpload);
export const FieldForm = later(async () => (await import("./field-form.tsx")).FieldForm);
export const FieldEditor = later(async () => (await import("./fields/field-editor.tsx")).FieldEditor);
