import { useRef, useState } from "preact/hooks";
import { useScope } from "../app/scope.tsx";
import { ApiProblem, isOutcomeUnknown } from "./problem.ts";
import { newKey } from "./request.ts";
import { sendFile } from "./upload.ts";

export interface Upload<Data> {
  /** The share that has left, 0 to 1; null: nothing is being sent. */
  readonly share: number | null;
  readonly problem: ApiProblem | null;
  /** The answer was lost: `again` sends the same file, which is taken once. */
  readonly isUnknown: boolean;
  /** Returns what the service made of the file; null when it was refused or is unknown: `problem` says why. */
  readonly send: (path: string, file: Blob) => Promise<Data | null>;
  readonly again: () => Promise<Data | null>;
}

interface Sending {
  readonly path: string;
  readonly file: Blob;
  readonly key: string;
}

/** Sends files. Each keeps its idempotency key until the service has answered. */
export function useUpload<Data>(): Upload<Data> {
  const scope = useScope();
  const waiting = useRef<Sending | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const again = async (): Promise<Data | null> => {
    if (waiting.current === null) return null;
    const { path, file, key } = waiting.current;
    setShare(0);
    setProblem(null);
    try {
      const { data } = await sendFile<Data>(scope, path, file, key, setShare);
      waiting.current = null;
      return data;
    } catch (refusal) {
      if (!(refusal instanceof ApiProblem)) throw refusal;
      if (!isOutcomeUnknown(refusal)) waiting.current = null;
      setProblem(refusal);
      return null;
    } finally {
      setShare(null);
    }
  };
  return {
    share,
    problem,
    isUnknown: isOutcomeUnknown(problem),
    again,
    send: (path, file) => {
      waiting.current = { path, file, key: newKey() };
      return again();
    },
  };
}
