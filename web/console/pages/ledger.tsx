import { useState } from "preact/hooks";
import { Card } from "../../ui/parts/card.tsx";
import { later } from "../../ui/parts/later.tsx";
import { Page } from "../../ui/parts/page.tsx";
import { useMayAct } from "../acts/may.ts";
import { Proposals } from "../approvals/proposals.tsx";
import { useTexts } from "../i18n/index.ts";
import { Books } from "../ledger/books.tsx";
import { Corrections } from "../ledger/corrections.tsx";
import { ModeLinks, useMode } from "../parts/mode.tsx";
import "../styles/ledger.css";

const Propose = later(async () => (await import("../ledger/propose.tsx")).Propose);
const CorrectBook = later(async () => (await import("../ledger/correct-book.tsx")).CorrectBook);

/** What the platform holds at its providers, and corrections of the books. */
export default function LedgerPage() {
  const { correcting, ledger: t } = useTexts();
  const mode = useMode();
  const [isProposing, setProposing] = useState(false);
  const [isCorrecting, setCorrecting] = useState(false);
  const may = useMayAct();
  return (
    <Page title={t.title} tools={<ModeLinks />}>
      <Card
        title={t.books}
        tools={
          <div class="actions">
            <a href={`/console/ledger/book-corrections${mode === "SANDBOX" ? "?mode=SANDBOX" : ""}`}>
              {t.bookCorrections}
            </a>
            {may("correctProviderAccountBook") && (
              <button
                type="button"
                class="small quiet"
                aria-haspopup="dialog"
                onClick={() => setCorrecting(true)}
              >
                {correcting.open}
              </button>
            )}
          </div>
        }
      >
        <p class="quiet">{t.booksSay}</p>
        <Books mode={mode} />
      </Card>
      <Proposals subject={null} kinds={["CORRECT_PROVIDER_BOOK"]} />
      <Card
        title={t.corrections}
        tools={
          may("proposeLedgerCorrection") && (
            <button type="button" class="small" aria-haspopup="dialog" onClick={() => setProposing(true)}>
              {t.propose}
            </button>
          )
        }
      >
        <p class="quiet">{t.correctionsSay}</p>
        <Corrections mode={mode} />
      </Card>
      {isProposing && <Propose mode={mode} onClose={() => setProposing(false)} />}
      {isCorrecting && (
        <CorrectBook
          title={correcting.open}
          start={{ mode, happening: "FEE" }}
          onClose={() => setCorrecting(false)}
        />
      )}
    </Page>
  );
}
