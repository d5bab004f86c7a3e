import { useScope } from "../app/scope.tsx";

/** Where the API has the notes on something: those of the reader's own side. */
export function useNotesPath(subjectId: string): string {
  const { audience } = useScope();
  return `${audience === "operator" ? "/tenant" : "/payments"}/notes/${encodeURIComponent(subjectId)}`;
}

/** Where the API has the notes that name the reader. */
export function useMentionsPath(): string {
  const { audience, merchantId } = useScope();
  return audience === "operator"
    ? "/auth/operator/mentions"
    : `/auth/merchant/merchants/${merchantId}/mentions`;
}
