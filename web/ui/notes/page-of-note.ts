/** Pages of what notes are about, by the mark of the id; the same on both surfaces. */
const folders: Readonly<Record<string, string>> = {
  pi: "payments",
  po: "payouts",
  plink: "links",
  ben: "beneficiaries",
  kyb: "kyb",
  stmt: "reconciliation",
  diff: "reconciliation/differences",
  acct: "providers",
  creq: "approvals",
};
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Where a note stands, below the surface's root. What has no page of its own is searched for by its id. Pure. */
export function pageOfNote(subjectId: string): string {
  // A row of the queue: `HELD_MONEY:ch_…`. It may be over by now, and what it is about stays.
  if (subjectId.includes(":")) return `search?q=${encodeURIComponent(subjectId.split(":")[1] ?? subjectId)}`;
  if (UUID.test(subjectId)) return `merchants/${subjectId}`;
  const folder = folders[subjectId.split("_")[0] ?? ""];
  const id = encodeURIComponent(subjectId);
  return folder === undefined ? `search?q=${id}` : `${folder}/${id}`;
}
