import type { ApiProblem } from "../../ui/api/problem.ts";
import type { Texts } from "../i18n/texts.ts";

const MEGABYTE = 1_024 * 1_024;
/** What the service takes, per file. */
const FILE_BYTES_MAX = 5 * MEGABYTE;
const kinds: readonly string[] = ["application/pdf", "image/jpeg", "image/png"];

type FileTexts = Texts["setup"]["fileProblems"];

/** Why a file cannot be sent, in the reader's words; null: it can. `count` writes a number for the reader. Pure. */
export function fileProblem(
  { type, size }: Pick<Blob, "type" | "size">,
  texts: FileTexts,
  count: (value: number) => string,
): string | null {
  if (type === "") return texts.unknownKind;
  if (!kinds.includes(type)) return texts.kind(type);
  if (size === 0) return texts.empty;
  return size > FILE_BYTES_MAX ? texts.size(count(Math.ceil((size / MEGABYTE) * 10) / 10)) : null;
}

/** What the service says against a file, in the reader's words; null: nothing about the file itself. Pure. */
export function refusedFile(problem: ApiProblem, texts: FileTexts): string | null {
  if (problem.code === "KYB_DOCUMENT_LIMIT_REACHED") return texts.limit;
  return problem.fields.some(({ rule }) => rule === "type") ? texts.damaged : null;
}
