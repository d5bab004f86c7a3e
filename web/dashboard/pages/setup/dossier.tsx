import "../../setup/setup.css";
import { useRead } from "../../../ui/api/reads.ts";
import type { Dossier } from "../../../ui/api/views.ts";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { useTexts } from "../../i18n/index.ts";
import { ProfileFacts } from "../../setup/facts.tsx";
import { ProposedChange } from "../../setup/later.ts";
import { Papers } from "../../setup/papers.tsx";
import { DOSSIER_PATH } from "../../setup/paths.ts";
import { Questions } from "../../setup/questions.tsx";
import { Standing } from "../../setup/standing.tsx";
import { Submit } from "../../setup/submit.tsx";

/** The merchant's dossier: what is asked and missing, where it stands, and what is under review. */
export default function SetupPage() {
  const { setup: t } = useTexts();
  const read = useRead<Dossier>(DOSSIER_PATH);
  return (
    <Page title={t.title}>
      <p>{t.intro}</p>
      <Shown read={read} rows={8}>
        {({ data }) => (
          <>
            <Questions dossier={data} />
            <Standing dossier={data} />
            {data.change !== null && <ProposedChange dossier={data} />}
            <div class="cards">
              <ProfileFacts dossier={data} />
              <Papers dossier={data} />
            </div>
            <Submit dossier={data} />
          </>
        )}
      </Shown>
    </Page>
  );
}
