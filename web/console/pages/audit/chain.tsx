import { useState } from "preact/hooks";
import { useRead } from "../../../ui/api/reads.ts";
import type { AuditEntry } from "../../../ui/api/views.ts";
import { useFormat } from "../../../ui/format/index.tsx";
import { useAnnounce } from "../../../ui/parts/announcer.tsx";
import { Badge } from "../../../ui/parts/badge.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Id } from "../../../ui/parts/id.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { type Checked, checkChain, type Digest, entriesIn } from "../../audit-chain.ts";
import { useTexts } from "../../i18n/index.ts";

/** The end of the chain, to keep elsewhere, and a check of all of it in this browser. */
export function Chain() {
  const { audit: t } = useTexts();
  const format = useFormat();
  const head = useRead<readonly AuditEntry[]>("/tenant/audit?limit=1");
  return (
    <Card title={t.chain}>
      <Shown read={head} rows={2}>
        {({ data: [newest] }) =>
          newest === undefined ? (
            <p>{t.empty}</p>
          ) : (
            <>
              <Facts
                facts={[
                  [t.entries, format.count(newest.sequence)],
                  [t.newest, format.moment(newest.createdAt)],
                  [t.head, <Id key="hash" id={newest.hash} />],
                ]}
              />
              <p class="quiet">{t.keepHead}</p>
              <Check head={newest} />
            </>
          )
        }
      </Shown>
    </Card>
  );
}

const digest: Digest = async (text) => {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

const ask = (query: string) =>
  fetch(`/api/v1/tenant/audit/export?${query}`, {
    credentials: "same-origin",
    headers: { "cauris-request": "1" },
  });

/** The first entry that was not moved into files. */
async function findBegin(): Promise<number> {
  const response = await ask("fromSequence=1&limit=1");
  if (response.ok) return 1;
  const { error } = await response.json();
  if (error?.code !== "AUDIT_DETACHED") throw new Error(`The export answered ${response.status}.`);
  return error.details.availableFrom;
}

async function readFrom(sequence: number): Promise<ReturnType<typeof entriesIn>> {
  const response = await ask(`fromSequence=${sequence}`);
  if (!response.ok) throw new Error(`The export answered ${response.status}.`);
  return entriesIn(await response.text());
}

type Found = Checked & { readonly begin: number };
type State = "IDLE" | "FAILED" | { readonly at: number } | Found;

function Check({ head }: { readonly head: Pick<AuditEntry, "sequence" | "hash"> }) {
  const { audit: t } = useTexts();
  const format = useFormat();
  const announce = useAnnounce();
  const [state, setState] = useState<State>("IDLE");
  // Browsers hash only on pages that came over HTTPS, or from this machine.
  if (crypto.subtle === undefined) return <p>{t.noCheck}</p>;
  const isRunning = typeof state === "object" && "at" in state;
  const check = async () => {
    setState({ at: 0 });
    try {
      const begin = await findBegin();
      const result = await checkChain(digest, readFrom, (at) => setState({ at }), begin);
      setState({ ...result, begin });
      announce(result.broken === null ? t.whole : t.broken);
    } catch {
      // The request failed; nothing is known of the chain.
      setState("FAILED");
    }
  };
  return (
    <>
      <div class="actions">
        <button type="button" class="quiet" disabled={isRunning} onClick={() => void check()}>
          {isRunning ? t.checking(format.count(state.at)) : t.check}
        </button>
      </div>
      {state === "FAILED" && <p role="alert">{t.checkFailed}</p>}
      {typeof state === "object" && "end" in state && <Result result={state} head={head} />}
    </>
  );
}

function Result({
  result: { begin, end, broken },
  head,
}: {
  readonly result: Found;
  readonly head: Pick<AuditEntry, "sequence" | "hash">;
}) {
  const { audit: t } = useTexts();
  const format = useFormat();
  if (broken !== null)
    return (
      <p>
        <Badge tone="bad" text={t.broken} /> {t.brokenAt(format.count(broken.sequence))}{" "}
        {t.flaws[broken.flaw]}
      </p>
    );
  // Entries may have been added since the head was read; fewer than it says means that the end is gone.
  const isShort = end === null || end.sequence < head.sequence;
  if (isShort)
    return (
      <p>
        <Badge tone="bad" text={t.broken} /> {t.short}
      </p>
    );
  return (
    <p>
      <Badge tone="good" text={t.whole} /> {t.checkedUntil(format.count(end.sequence))}{" "}
      <code>{end.hash}</code>
      {begin > 1 && <> {t.checkedFrom(format.count(begin))}</>}
    </p>
  );
}
