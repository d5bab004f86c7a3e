import { type UseQueryResult, useQuery } from "@tanstack/preact-query";
import { useRef } from "preact/hooks";
import { keyOf } from "../api/reads.ts";
import { type Answer, request } from "../api/request.ts";
import type { Submission } from "../api/submission.tsx";
import { useUiTexts } from "../app/reader.tsx";
import { useScope } from "../app/scope.tsx";
import { Shown } from "./shown.tsx";
import { SubmissionProblem } from "./submission-problem.tsx";
import { Table } from "./table.tsx";

type Sending = Pick<Submission<unknown>, "problem" | "isUnknown">;

/** What a form knows of its subject once somebody else has changed it. */
export interface Conflict<Data> {
  /** What stands now: the form goes on from its version. Null: nobody changed it, or it is not read yet. */
  readonly latest: Data | null;
  /** The reading of it; null: the last sending met no conflict. */
  readonly read: UseQueryResult<Answer<Data>> | null;
}

/**
 * Reads the subject of a form again, at `path`, each time its sending is refused with VERSION_CONFLICT. The form keeps what
 * was typed; it sends the version of `latest` from then on, which the reader has seen beside their own text.
 */
export function useConflict<Data>({ problem }: Sending, path: string): Conflict<Data> {
  const scope = useScope();
  const last = useRef<string | null>(null);
  const isConflict = problem?.code === "VERSION_CONFLICT";
  if (isConflict) last.current = problem.requestId ?? path;
  const read = useQuery<Answer<Data>>({
    // One reading for each refusal: what was read before it is what no longer stands.
    queryKey: [...keyOf(scope, path), "conflict", last.current],
    queryFn: ({ signal }) => request<Data>(scope, path, undefined, signal),
    enabled: last.current !== null,
  });
  return { latest: read.data?.data ?? null, read: isConflict ? read : null };
}

/** One field of a form beside what stands now, both as people read them. */
export interface Compared {
  readonly label: string;
  readonly now: string;
  readonly typed: string;
}

interface ConflictProblemProps<Data> {
  readonly act: Sending;
  readonly conflict: Conflict<Data>;
  /** The fields of the form. Those that agree are left out. */
  readonly compare: (now: Data) => readonly Compared[];
  /** Texts for the codes of this act, before the common ones. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly withoutFields?: boolean;
}

/** What became of an act that did not succeed; when somebody was faster, their values beside those that were typed. */
export function ConflictProblem<Data>({
  act,
  conflict: { read },
  compare,
  texts,
  withoutFields = false,
}: ConflictProblemProps<Data>) {
  const { conflict: t } = useUiTexts();
  return (
    <>
      <SubmissionProblem
        act={act}
        texts={{ VERSION_CONFLICT: t.kept, ...texts }}
        withoutFields={withoutFields}
      />
      {read !== null && (
        <Shown read={read}>{({ data }) => <Beside rows={compare(data).filter(isDifferent)} />}</Shown>
      )}
    </>
  );
}

/** Spaces do not count: people type `250 000`. */
const isDifferent = ({ now, typed }: Compared): boolean =>
  now.replace(/\s/g, "") !== typed.replace(/\s/g, "");

function Beside({ rows }: { readonly rows: readonly Compared[] }) {
  const { conflict: t } = useUiTexts();
  const shown = (text: string) => (text === "" ? t.empty : text);
  if (rows.length === 0) return <p role="status">{t.same}</p>;
  return (
    <Table
      caption={t.title}
      rows={rows}
      keyOf={({ label }) => label}
      columns={[
        { head: t.field, cell: ({ label }) => label, card: "lead" },
        { head: t.now, cell: ({ now }) => shown(now) },
        { head: t.typed, cell: ({ typed }) => shown(typed) },
      ]}
    />
  );
}
